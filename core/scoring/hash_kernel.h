// The hash kernel (Bohnet 2010): weights without a table of features.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/memory.h"

namespace dodona {

/// Maps features to weights in one array: a feature's weights for all outputs are consecutive, from an index that is a
/// hash of the feature. Features are not stored, so the array never grows and every feature has weights, seen or not;
/// but rows overlap, and features share weights by chance.
///
/// A row may begin anywhere. If rows were aligned to vectors, the weights of frequent transitions, such as SHIFT, would
/// all share the few places at the same offset.
struct HashKernel {
  std::size_t size = 0;     ///< the number of weights
  std::size_t columns = 0;  ///< how many are read together: those of the outputs, and padding; at most `size`

  /// Where the row of a feature begins. The upper bits of keys must be uniform.
  std::size_t begin_of(std::uint64_t key) const {
    return static_cast<std::size_t>(high_product(key, size - columns + 1));
  }
};

/// Keys that may differ only in their lower bits, such as small numbers, for a hash kernel.
inline std::uint64_t spread(std::uint64_t key) { return key * 0x9E3779B97F4A7C15u; }

/// The feature that every example of a regression has.
inline constexpr std::uint64_t kConstantFeature = 0xBF58476D1CE4E5B9u;

/// Prefetches all of a row.
template <class T>
void prefetch_row(const T* row, std::size_t columns) {
  for (std::size_t i = 0; i < columns; i += 64 / sizeof(T)) prefetch(row + i);
  prefetch(row + columns - 1);
}

}  // namespace dodona
