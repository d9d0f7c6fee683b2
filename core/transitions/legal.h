// The legal transitions of a configuration: one check for training, parsing and oracles alike.
#pragma once

#include "transitions/system.h"
#include "transitions/transitions.h"

namespace dodona {

/// The transitions that make `move` in `c`, with every label that is legal for its arc.
template <class System>
TransitionRange labelled(const System& system, const TransitionSet& transitions, const Configuration& c, Move move) {
  return transitions.of(move, builds_arc(move) && system.arc(c, move).head == 0);
}

/// Calls visit(move, range of transitions) for every legal move.
template <class System, class F>
void for_legal(const System& system, const TransitionSet& transitions, const Configuration& c, MoveSet legal, F visit) {
  for (const Move move : kAllMoves)
    if (legal.has(move)) visit(move, labelled(system, transitions, c, move));
}

}  // namespace dodona
