// The legal transitions of a configuration: one check for training, parsing and oracles alike.
#pragma once

#include "transitions/arc_eager.h"
#include "transitions/transitions.h"

namespace dodona {

/// The transitions that make `move` in `c`, with every label that is legal for its arc.
inline TransitionRange labelled(const TransitionSet& transitions, const Configuration& c, Move move) {
  return transitions.of(move, builds_arc(move) && ArcEager::arc(c, move).head == 0);
}

/// Calls visit(move, range of transitions) for every legal move.
template <class F>
void for_legal(const TransitionSet& transitions, const Configuration& c, MoveSet legal, F visit) {
  for (const Move move : kAllMoves)
    if (legal.has(move)) visit(move, labelled(transitions, c, move));
}

}  // namespace dodona
