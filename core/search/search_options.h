// How to search.
#pragma once

#include <cstddef>

namespace dodona {

struct SearchOptions {
  std::size_t beam = 1;  ///< how many hypotheses are kept; 1 is greedy
  /// For a model that was trained on single decisions: its scores divided by this become log-probabilities of
  /// transitions, by which a beam compares hypotheses. 0 for a model that was trained on whole sequences, whose scores
  /// are added up as they are.
  float temperature = 0;
  /// Added to the log-probability of every SWAP. A SWAP never comes alone: the word that it returns to the buffer must
  /// be shifted again, and since all of that must be probable, trees with crossing arcs would score too low.
  float swap_bonus = 0;
};

/// With this bonus more crossing arcs are found, and no fewer of the others (docs/science/local-beam.md).
inline constexpr float kSwapBonus = 0.5f;

}  // namespace dodona
