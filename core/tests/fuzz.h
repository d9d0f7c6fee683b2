// Files that nobody would write, for the reader.
#pragma once

#include <cstdint>
#include <string_view>

namespace dodona::test {

/// Reads any bytes in every way there is, and checks what must hold whatever they are.
void read_anything(std::string_view bytes, std::uint64_t choice);

/// Makes `count` inputs by damaging small treebanks, and reads each.
void fuzz(std::uint64_t count, std::uint64_t seed);

}  // namespace dodona::test
