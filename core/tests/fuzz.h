// Reads damaged files.
#pragma once

#include <cstdint>
#include <string_view>

namespace dodona::test {

/// Reads any bytes with all options, and checks invariants.
void read_anything(std::string_view bytes, std::uint64_t choice);

/// Reads `count` files made by damaging small treebanks.
void fuzz(std::uint64_t count, std::uint64_t seed);

}  // namespace dodona::test
