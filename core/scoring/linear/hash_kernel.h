// The hash kernel (Bohnet 2010): weights without a table of features.
#pragma once

#include <cstddef>
#include <stdexcept>

#include "base/memory.h"
#include "features/extractor.h"
#include "scoring/linear/add_dense.h"

namespace dodona {

/// Maps features to weights in one array of 2^bits: a feature's weights for all transitions are consecutive, from an
/// index that is a hash of the feature. Features are not stored, so the array never grows and every feature has
/// weights, seen or not; but rows overlap, and features share weights by chance.
///
/// A row may begin anywhere. If rows were aligned to vectors, the weights of frequent transitions, such as SHIFT, would
/// all share the few places at the same offset.
class HashKernel {
 public:
  static constexpr std::size_t kFewestBits = 12, kMostBits = 26;

  HashKernel() = default;
  /// Throws std::invalid_argument if a row does not fit into `size`.
  HashKernel(std::size_t size, std::size_t transitions) : size_(size), columns_(dense_width(transitions)) {
    if (columns_ > size_) throw std::invalid_argument("the hash kernel has fewer weights than there are transitions");
  }

  std::size_t size() const { return size_; }
  /// How many weights are read together: those of the transitions, and padding.
  std::size_t columns() const { return columns_; }
  /// Where the row of a feature begins; all of it is within the array.
  std::size_t begin_of(FeatureKey key) const {
    return static_cast<std::size_t>(high_product(key, size_ - columns_ + 1));
  }

 private:
  std::size_t size_ = 0, columns_ = 0;
};

/// Prefetches all of a row.
template <class T>
void prefetch_row(const T* row, std::size_t columns) {
  for (std::size_t i = 0; i < columns; i += 64 / sizeof(T)) prefetch(row + i);
  prefetch(row + columns - 1);
}

}  // namespace dodona
