// Arc-standard with SWAP, for trees of any kind (Nivre 2009; Björkelund and Nivre 2015, section 3: SwapStandard).
#pragma once

#include "transitions/arc_standard.h"

namespace dodona {

/// In what follows c = (σ|s1|s0, β, A). The moves of arc-standard, and one more:
///
///     move   precondition           effect                             gold arcs that it loses
///     SWAP   s1 ≠ 0, s0 ≠ 0,        puts s1 back to the front of β     none by itself; but what is swapped
///            s1 < s0 in the text                                       stays swapped
///
/// After SWAP, s1 comes back on top of s0, where the precondition no longer holds: no two words are ever swapped
/// twice, and a sentence of n words has at most n(n-1)/2 swaps and 2n moves besides, and one SHIFT for each swap.
///
/// The rule of the single root is that of arc-standard: only the last word hangs from the root.
class SwapStandard : public ArcStandard {
 public:
  static constexpr MoveSet kMoves{Move::shift, Move::left_arc, Move::right_arc, Move::swap};

  using ArcStandard::ArcStandard;

  /// The moves that may be made; there is always one until the sentence is done.
  template <class C>
  MoveSet legal(const C& c) const {
    MoveSet moves = ArcStandard::legal(c);
    // Neither kNone nor a root in the stack is above 0; a root on top is below any word.
    if (c.stack(1) > 0 && c.stack(1) < c.stack(0)) moves.add(Move::swap);
    return moves;
  }

  /// Makes a legal move.
  template <class C>
  static void apply(C& c, Move move, Label label) {
    if (move == Move::swap)
      c.put_back_second();
    else
      ArcStandard::apply(c, move, label);
  }
};

}  // namespace dodona
