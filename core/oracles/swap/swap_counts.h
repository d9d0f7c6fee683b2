// The statistics of Table 1 of Björkelund and Nivre (2015).
#pragma once

#include <cstddef>

#include "oracles/gold.h"

namespace dodona {

struct SwapCounts {
  std::size_t trees = 0, projective = 0;
  std::size_t eager = 0, lazy = 0, minimal = 0;  ///< swaps
  std::size_t over_budget = 0;  ///< trees that may have derivations with fewer swaps than MINIMAL found
  std::size_t unique = 0;       ///< trees with one derivation in ND-ALL

  /// Adds those of a tree.
  void add(const Gold& gold, Root root, std::size_t budget);
};

}  // namespace dodona
