// How atom values are hashed to the keys of features.
#pragma once

#include <cstddef>
#include <cstdint>

#include "features/encoder.h"

namespace dodona {

/// A feature: a template and the values of its atoms, hashed to 64 bits.
using FeatureKey = std::uint64_t;

// SplitMix64 (Steele, Lea and Flood 2014): pseudo-random numbers that are always the same.
constexpr std::uint64_t next_random(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// Multilinear hashing (Lemire and Kaser 2014). A key is the sum of a random number for the template and a term for each
// atom: its value times a random factor. It is strongly universal in its upper bits, and an atom's term is computed
// once for all templates. Terms are odd; 0 means that the atom has no value.
constexpr std::uint64_t factor_of(std::size_t atom) {
  std::uint64_t state = 0x0D0D03A + 0x632BE59BD9B4E019u * (atom + 1);
  return next_random(state);
}

constexpr std::uint64_t seed_of(std::size_t number) {
  std::uint64_t state = 0x0AC1E5 + 0xD1B54A32D192ED03u * (number + 1);
  return next_random(state);
}

constexpr std::uint64_t term_of(Value value, std::uint64_t factor) {
  return (value * factor) << 1 | (value != kNoValue);
}

}  // namespace dodona
