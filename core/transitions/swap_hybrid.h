// Arc-hybrid with SWAP, for trees of any kind (de Lhoneux, Stymne and Nivre 2017).
#pragma once

#include "transitions/arc_hybrid.h"

namespace dodona {

/// In what follows c = (σ|s0, b|β, A). The moves of arc-hybrid, and one more:
///
///     move   precondition           effect                         gold arcs that it loses
///     SWAP   s0 ≠ 0, b ≠ 0,         puts s0 back behind b:         none by itself; but what is swapped
///            s0 < b in the text     (σ, b|s0|β, A)                 stays swapped
///
/// After SWAP, s0 follows b and cannot be swapped with it again: no two words are ever swapped twice.
///
/// The rule of the single root is that of arc-hybrid: only the last word hangs from the root.
class SwapHybrid : public ArcHybrid {
 public:
  static constexpr MoveSet kMoves{Move::shift, Move::left_arc, Move::right_arc, Move::swap};

  using ArcHybrid::ArcHybrid;

  /// The moves that may be made; there is always one until the sentence is done.
  template <class C>
  MoveSet legal(const C& c) const {
    MoveSet moves = ArcHybrid::legal(c);
    // A root in the buffer, or nothing there, is below any word.
    if (c.stack(0) > 0 && c.stack(0) < c.buffer(0)) moves.add(Move::swap);
    return moves;
  }

  /// Makes a legal move.
  template <class C>
  static void apply(C& c, Move move, Label label) {
    if (move == Move::swap)
      c.put_back_behind();
    else
      ArcHybrid::apply(c, move, label);
  }
};

}  // namespace dodona
