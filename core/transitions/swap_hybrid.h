// Arc-hybrid with SWAP, for non-projective trees (de Lhoneux, Stymne and Nivre 2017).
#pragma once

#include "transitions/arc_hybrid.h"

namespace dodona {

/// Let c = (σ|s0, b|β, A). The moves of arc-hybrid, and one more:
///
///     move   precondition           effect                         cost
///     SWAP   s0 ≠ 0, b ≠ 0,         moves s0 behind b:             it loses no arc by itself, but the new word
///            s0 < b in the text     (σ, b|s0|β, A)                 order is permanent
///
/// After SWAP, s0 follows b and cannot be swapped with it again: no two words are ever swapped twice.
///
/// `single_root` works as in arc-hybrid.
class SwapHybrid : public ArcHybrid {
 public:
  static constexpr const char* kName = "swap-hybrid";
  static constexpr MoveSet kMoves{Move::shift, Move::left_arc, Move::right_arc, Move::swap};

  using ArcHybrid::ArcHybrid;

  template <class C>
  MoveSet legal(const C& c) const {
    MoveSet moves = ArcHybrid::legal(c);
    // kNone and the root are less than any word.
    if (c.stack(0) > 0 && c.stack(0) < c.buffer(0)) moves.add(Move::swap);
    return moves;
  }

  template <class C>
  static void apply(C& c, Move move, Label label) {
    if (move == Move::swap)
      c.move_top_behind_front();
    else
      ArcHybrid::apply(c, move, label);
  }
};

}  // namespace dodona
