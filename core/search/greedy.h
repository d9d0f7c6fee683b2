// Greedy search (Goldberg 2013, Algorithm 1): always the best legal transition.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "transitions/arc_eager.h"
#include "transitions/legal.h"

namespace dodona {

/// The best of a run of transitions; the first of several.
template <class Score>
struct Best {
  TransitionId id = 0;
  Score score = std::numeric_limits<Score>::lowest();

  void look_at(TransitionRange range, const Score* scores) {
    for (TransitionId i = range.begin; i < range.end; ++i) {
      if (scores[i] <= score) continue;
      score = scores[i];
      id = i;
    }
  }
};

/// Scores of 16 bits can be compared many at a time: with the number of the transition in the lower
/// half, upside down so that the first of several wins, the greatest is all there is to look for.
template <>
struct Best<std::int16_t> {
  TransitionId id = 0;
  std::int32_t highest = std::numeric_limits<std::int32_t>::min();

  void look_at(TransitionRange range, const std::int16_t* scores) {
    std::int32_t most = highest;
    const auto end = static_cast<std::int32_t>(range.end);
    for (auto i = static_cast<std::int32_t>(range.begin); i < end; ++i) most = std::max(most, scores[i] * 0x10000 + (0xFFFF - i));
    highest = most;
    id = static_cast<TransitionId>(0xFFFF - (most & 0xFFFF));
  }
};

/// The legal transition with the highest score; the first of several.
template <class Score>
TransitionId best_legal(const TransitionSet& transitions, const Configuration& c, MoveSet legal, const Score* scores) {
  Best<Score> best;
  for_legal(transitions, c, legal, [&](Move, TransitionRange range) { best.look_at(range, scores); });
  return best.id;
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
