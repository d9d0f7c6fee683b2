// Greedy search (Goldberg 2013, Algorithm 1): always the best legal transition.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "base/argmax.h"
#include "transitions/legal.h"
#include "base/interrupt.h"

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

/// Scores of 16 bits, eight at a time: first the highest, then where it is. They are rounded, so that there are ties: as in a beam,
/// the transition with the lowest number is the best of several.
template <>
struct Best<std::int16_t> {
  TransitionId id = 0;
  std::int16_t score = std::numeric_limits<std::int16_t>::min();
  bool any = false;

  void look_at(TransitionRange range, const std::int16_t* scores) {
    const std::int16_t most = highest(scores + range.begin, range.end - range.begin);
    if (any && (most < score || (most == score && id < range.begin))) return;
    score = most;
    id = range.begin + first(scores + range.begin, most);
    any = true;
  }
};

/// The legal transition with the highest score; the first of several.
template <class System, class C, class Score>
TransitionId best_legal(const System& system, const TransitionSet& transitions, const C& c, MoveSet legal, const Score* scores) {
  Best<Score> best;
  for_legal(system, transitions, c, legal, [&](Move, TransitionRange range) { best.look_at(range, scores); });
  return best.id;
}

/// Parses a sentence: `choose(legal)` says which transition to make in `c`.
template <class System, class Choose>
void parse_greedily(const System& system, const TransitionSet& transitions, Label root_label, Configuration& c, Choose choose) {
  while (!system.finished(c)) {
    const TransitionId id = choose(system.legal(c));
    system.apply(c, transitions[id].move, transitions[id].label);
    if constexpr (may_have<System>(Move::swap)) poll_interrupt_if(transitions[id].move == Move::swap);
  }
  system.finish(c, root_label);
}

}  // namespace dodona
