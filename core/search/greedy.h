// Greedy search (Goldberg 2013, Algorithm 1): always the best legal transition.
#pragma once

#include <cstdint>
#include <limits>

#include "transitions/arc_eager.h"
#include "transitions/legal.h"

namespace dodona {

/// The legal transition with the highest score; the first of several.
template <class Score>
TransitionId best_legal(const TransitionSet& transitions, const Configuration& c, MoveSet legal, const Score* scores) {
  TransitionId best = 0;
  Score highest = std::numeric_limits<Score>::lowest();
  for_legal(transitions, c, legal, [&](Move, TransitionRange range) {
    for (TransitionId id = range.begin; id < range.end; ++id) {
      if (scores[id] <= highest) continue;
      highest = scores[id];
      best = id;
    }
  });
  return best;
}

/// Parses a sentence: `score(configuration)` gives a score for each transition.
template <class Scorer>
void parse_greedily(const ArcEager& system, const TransitionSet& transitions, Label root_label, Configuration& c, Scorer score) {
  while (!system.finished(c)) {
    const TransitionId id = best_legal(transitions, c, system.legal(c), score(c));
    ArcEager::apply(c, transitions[id].move, transitions[id].label);
  }
  ArcEager::finish(c, root_label);
}

}  // namespace dodona
