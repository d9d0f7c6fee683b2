// What Table 1 of Björkelund and Nivre (2015) tells of a treebank, for one tree.
#pragma once

#include <cstddef>

#include "oracles/gold.h"

namespace dodona {

struct SwapCounts {
  std::size_t trees = 0, projective = 0;
  std::size_t eager = 0, lazy = 0, minimal = 0;  ///< swaps
  std::size_t over_budget = 0;                   ///< trees that may have sequences with fewer swaps than MINIMAL found
  std::size_t unique = 0;                        ///< trees that ND-ALL derives in one way only

  void operator+=(const SwapCounts& other);
};

SwapCounts count_swaps(const Gold& gold, Root root, std::size_t budget);

}  // namespace dodona
