// Arc-standard with SWAP, for non-projective trees (Nivre 2009; Björkelund and Nivre 2015, section 3: SwapStandard).
#pragma once

#include "transitions/arc_standard.h"

namespace dodona {

/// Let c = (σ|s1|s0, β, A). The moves of arc-standard, and one more:
///
///     move   precondition           effect                             cost
///     SWAP   s1 ≠ 0, s0 ≠ 0,        moves s1 to the front of β:        it loses no arc by itself, but the new word
///            s1 < s0 in the text    (σ|s0, s1|β, A)                    order is permanent
///
/// After SWAP, s1 returns on top of s0, where the precondition no longer holds: no two words are ever swapped twice.
/// A sentence of n words has at most n(n-1)/2 SWAPs, one more SHIFT for each SWAP, and 2n other moves.
///
/// `single_root` works as in arc-standard.
class SwapStandard : public ArcStandard {
 public:
  static constexpr const char* kName = "swap-standard";
  static constexpr MoveSet kMoves{Move::shift, Move::left_arc, Move::right_arc, Move::swap};

  using ArcStandard::ArcStandard;

  template <class C>
  MoveSet legal(const C& c) const {
    MoveSet moves = ArcStandard::legal(c);
    // kNone and the root are less than any word.
    if (c.stack(1) > 0 && c.stack(1) < c.stack(0)) moves.add(Move::swap);
    return moves;
  }

  template <class C>
  static void apply(C& c, Move move, Label label) {
    if (move == Move::swap)
      c.move_second_to_buffer();
    else
      ArcStandard::apply(c, move, label);
  }
};

}  // namespace dodona
