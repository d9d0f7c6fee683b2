// The arc-standard transition system (Nivre 2004; Björkelund and Nivre 2015, section 3 without SWAP).
#pragma once

#include "transitions/system_base.h"

namespace dodona {

/// Let c = (σ|s1|s0, β, A): s0 is the top of the stack, and arcs are built between s1 and s0. A word is popped as soon
/// as it gets its head, so it must have all its dependents before.
///
///     move       precondition        effect                     cost
///     SHIFT      β is not empty      pushes the front of β      the increase in the loss of the best reachable tree: no
///     LEFT-ARC   s1 ≠ 0              adds (s0, l, s1), pops s1  sum over single arcs, because arcs that can each still
///     RIGHT-ARC  s0 ≠ 0              adds (s1, l, s0), pops s0  be built may exclude each other
///
/// The root is first in the stack, where RIGHT-ARC builds its arcs, or last in the buffer; then it is shifted at the
/// end, and LEFT-ARC attaches the remaining words to it.
///
/// `single_root` gives the root exactly one dependent, by legality alone: only the last remaining word may attach to
/// the root. So RIGHT-ARC from a root that is first needs an empty buffer, and a root that is last may only be shifted
/// onto a stack of one word.
class ArcStandard : public RootRequired {
 public:
  static constexpr const char* kName = "arc-standard";
  static constexpr MoveSet kMoves{Move::shift, Move::left_arc, Move::right_arc};

  using RootRequired::RootRequired;

  template <class C>
  MoveSet legal(const C& c) const {
    MoveSet moves;
    if (finished(c)) return moves;
    const Node s0 = c.stack(0), s1 = c.stack(1), b = c.buffer(0);
    if (b != kNone && !(single_root() && b == 0 && c.stack_size() > 1)) moves.add(Move::shift);
    if (s1 == kNone) return moves;
    if (s1 != 0) moves.add(Move::left_arc);
    if (s0 != 0 && !(single_root() && s1 == 0 && b != kNone)) moves.add(Move::right_arc);
    return moves;
  }

  template <class C>
  static Arc arc(const C& c, Move move) {
    const Node s0 = c.stack(0), s1 = c.stack(1);
    return move == Move::left_arc ? Arc{s0, s1} : Arc{s1, s0};
  }

  template <class C>
  static void apply(C& c, Move move, Label label) {
    switch (move) {
      case Move::shift: c.push(); break;
      case Move::left_arc:
        c.add_arc(c.stack(0), label, c.stack(1));
        c.pop_second();
        break;
      case Move::right_arc:
        c.add_arc(c.stack(1), label, c.stack(0));
        c.pop();
        break;
      default: break;  // not a move of this system
    }
  }
};

}  // namespace dodona
