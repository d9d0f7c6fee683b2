// Hashes that are the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/digest.h"

namespace dodona {

/// Mixes a number into a hash.
inline std::uint64_t hash_with(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 29;
}

/// A hash of a text; never 0.
inline std::uint64_t hash_text(std::string_view text) {
  std::uint64_t hash = 0x8CB92BA72F3D8DD7u ^ text.size();
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) hash = hash_with(hash, load_eight(text.data() + at));
  std::uint64_t rest = 0;
  for (std::size_t i = 0; at + i < text.size(); ++i)
    rest |= std::uint64_t{static_cast<unsigned char>(text[at + i])} << (8 * i);
  hash = hash_with(hash, rest);
  return hash == 0 ? 1 : hash;
}

}  // namespace dodona
