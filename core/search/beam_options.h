// How to search.
#pragma once

#include <cstddef>

namespace dodona {

struct BeamOptions {
  std::size_t beam = 1;  ///< how many hypotheses are kept; 1 is greedy
  /// Of a model that learnt single decisions: at this temperature its scores become probabilities, and hypotheses are compared by those. Sums of
  /// its scores would mean nothing: nobody taught it to give much where all is well. 0 for a model that learnt whole sequences.
  float temperature = 0;
  /// What a SWAP is worth besides, as a logarithm. It is never alone: what goes back to the buffer has to be shifted once more, and where all that
  /// must be probable, trees with crossing arcs come too short.
  float swap_bonus = 0;
};

/// For parsing: crossing arcs are found more often, and all others as often as without (docs/science/local-beam.md).
inline constexpr float kSwapBonus = 0.5f;

}  // namespace dodona
