// The layout of regression weights in a hash kernel.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/memory.h"

namespace dodona {

inline constexpr std::size_t kRegressionLanes = 8;
/// The number of outputs rounded up to whole vectors.
inline constexpr std::size_t regression_columns(std::size_t outputs) {
  return (outputs + kRegressionLanes - 1) / kRegressionLanes * kRegressionLanes;
}

/// The feature that every example has.
inline constexpr std::uint64_t kConstantFeature = 0xBF58476D1CE4E5B9u;

/// Where the row of a feature begins in a hash kernel of `size` weights. Keys are scrambled first, so that similar
/// keys, such as small numbers, are far apart.
inline std::size_t hash_begin(std::uint64_t key, std::size_t size, std::size_t columns) {
  return static_cast<std::size_t>(high_product(key * 0x9E3779B97F4A7C15u, size - columns + 1));
}

}  // namespace dodona
