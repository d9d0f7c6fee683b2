// The arc-hybrid transition system (Kuhlmann, Gómez-Rodríguez and Satta 2011; Goldberg and Nivre 2013).
#pragma once

#include "transitions/moves.h"
#include "transitions/rooted.h"

namespace dodona {

/// In what follows c = (σ|s1|s0, b|β, A): LEFT-ARC is that of arc-eager, RIGHT-ARC that of arc-standard. A word takes its
/// left dependents while it stands in front of the buffer and its right ones in the stack, and is gone when it has its head.
///
///     move       precondition    effect                     gold arcs that it loses
///     SHIFT      b ≠ 0           pushes b                   (k, b) with k in σ|s1; (b, k) with k in σ|s1|s0
///     LEFT-ARC   s0 ≠ 0          adds (b, l, s0), pops s0   (k, s0) with k = s1 or k in β; (s0, k) with k in b|β
///     RIGHT-ARC  s0 ≠ 0          adds (s1, l, s0), pops s0  (k, s0) with k in b|β; (s0, k) with k in b|β
///
/// The root stands first in the stack or last in the buffer, where it takes what is left by LEFT-ARC; every word gets its
/// head by a move. Without a root no move takes the last word: that is refused.
///
/// `single_root` keeps exactly one dependent of the root, by legality alone: the root takes a dependent only if that is
/// the last word. So RIGHT-ARC from the root needs an empty buffer, LEFT-ARC from it a stack of one word.
class ArcHybrid : public Rooted {
 public:
  static constexpr MoveSet kMoves{Move::shift, Move::left_arc, Move::right_arc};

  /// Throws std::invalid_argument for Root::none.
  explicit ArcHybrid(Root root = Root::first, bool single_root = false) : Rooted(root, single_root) {}

  /// The moves that may be made; there is always one until the sentence is done.
  template <class C>
  MoveSet legal(const C& c) const;

  /// The arc that LEFT-ARC or RIGHT-ARC would build.
  template <class C>
  static Arc arc(const C& c, Move move) {
    const Node s0 = c.stack(0);
    return {move == Move::left_arc ? c.buffer(0) : c.stack(1), s0};
  }

  /// Makes a legal move.
  template <class C>
  static void apply(C& c, Move move, Label label);
};

}  // namespace dodona
