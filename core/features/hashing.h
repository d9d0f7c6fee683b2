// How atom values are hashed to the keys of features.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash.h"
#include "features/encoder.h"

namespace dodona {

/// A feature: a template and the values of its atoms, hashed to 64 bits.
using FeatureKey = std::uint64_t;

// Multilinear hashing (Lemire and Kaser 2014). A key is the sum of a random number for the template and a term for each
// atom: its value times a random factor. It is strongly universal in its upper bits, and an atom's term is computed
// once for all templates. Terms are odd; 0 means that the atom has no value.
constexpr std::uint64_t factor_of(std::size_t atom) { return scrambled(0x0D0D03A + 0x632BE59BD9B4E019u * (atom + 1)); }
constexpr std::uint64_t seed_of(std::size_t number) { return scrambled(0x0AC1E5 + 0xD1B54A32D192ED03u * (number + 1)); }

constexpr std::uint64_t term_of(Value value, std::uint64_t factor) {
  return (value * factor) << 1 | (value != kNoValue);
}

}  // namespace dodona
