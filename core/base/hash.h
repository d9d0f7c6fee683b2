// Hashes that are the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/digest.h"

namespace dodona {

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): a bijection after which every bit depends on every other.
constexpr std::uint64_t finalised(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
  value = (value ^ value >> 27) * 0x94D049BB133111EBu;
  return value ^ value >> 31;
}

/// The number that SplitMix64 gives first if this is its seed.
constexpr std::uint64_t scrambled(std::uint64_t value) { return finalised(value + 0x9E3779B97F4A7C15u); }

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
