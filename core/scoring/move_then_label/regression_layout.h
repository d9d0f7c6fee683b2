// How regressions share a hash kernel: where the weights of a feature are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/memory.h"

namespace dodona {

inline constexpr std::size_t kRegressionLanes = 8;
/// Outputs rounded up: sums are made in whole vectors.
inline constexpr std::size_t regression_columns(std::size_t outputs) {
  return (outputs + kRegressionLanes - 1) / kRegressionLanes * kRegressionLanes;
}

/// The feature that every example has.
inline constexpr std::uint64_t kConstantFeature = 0xBF58476D1CE4E5B9u;

/// Where the row of a feature begins in a hash kernel of `size` weights. Keys are scrambled first, so that keys that
/// differ only in their lower bits, such as small numbers, lie far apart.
inline std::size_t hash_begin(std::uint64_t key, std::size_t size, std::size_t columns) {
  return static_cast<std::size_t>(high_product(key * 0x9E3779B97F4A7C15u, size - columns + 1));
}

}  // namespace dodona
