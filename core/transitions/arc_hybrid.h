// The arc-hybrid transition system (Kuhlmann, Gómez-Rodríguez and Satta 2011; Goldberg and Nivre 2013).
#pragma once

#include "transitions/system_base.h"

namespace dodona {

/// Let c = (σ|s1|s0, b|β, A). LEFT-ARC is that of arc-eager, RIGHT-ARC that of arc-standard. A word takes its left
/// dependents at the front of the buffer and its right dependents in the stack; when it gets its head, it is popped.
///
///     move       precondition    effect                     cost: the gold arcs that it loses
///     SHIFT      b ≠ 0           pushes b                   (k, b) with k in σ|s1; (b, k) with k in σ|s1|s0
///     LEFT-ARC   s0 ≠ 0          adds (b, l, s0), pops s0   (k, s0) with k = s1 or k in β; (s0, k) with k in b|β
///     RIGHT-ARC  s0 ≠ 0          adds (s1, l, s0), pops s0  (k, s0) with k in b|β; (s0, k) with k in b|β
///
/// The root is first in the stack, or last in the buffer, where LEFT-ARC attaches the remaining words to it.
///
/// `single_root` gives the root exactly one dependent, by legality alone: only the last remaining word may attach to
/// the root. So RIGHT-ARC from the root needs an empty buffer, and LEFT-ARC from it a stack of one word.
class ArcHybrid : public RootRequired {
 public:
  static constexpr const char* kName = "arc-hybrid";
  static constexpr MoveSet kMoves{Move::shift, Move::left_arc, Move::right_arc};

  using RootRequired::RootRequired;

  template <class C>
  MoveSet legal(const C& c) const {
    MoveSet moves;
    if (finished(c)) return moves;
    const Node s0 = c.stack(0), s1 = c.stack(1), b = c.buffer(0);
    if (b > 0) moves.add(Move::shift);
    if (s0 <= 0) return moves;  // the stack is empty, or has the root on top
    if (b != kNone && !(single_root() && b == 0 && c.stack_size() > 1)) moves.add(Move::left_arc);
    if (s1 != kNone && !(single_root() && s1 == 0 && b != kNone)) moves.add(Move::right_arc);
    return moves;
  }

  template <class C>
  static Arc arc(const C& c, Move move) {
    return {move == Move::left_arc ? c.buffer(0) : c.stack(1), c.stack(0)};
  }

  template <class C>
  static void apply(C& c, Move move, Label label) {
    switch (move) {
      case Move::shift: c.push(); break;
      case Move::left_arc:
      case Move::right_arc:
        c.add_arc(arc(c, move).head, label, c.stack(0));
        c.pop();
        break;
      default: break;  // not a move of this system
    }
  }
};

}  // namespace dodona
