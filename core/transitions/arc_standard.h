// The arc-standard transition system (Nivre 2004; Björkelund and Nivre 2015, section 3 without SWAP).
#pragma once

#include "transitions/moves.h"
#include "transitions/rooted.h"

namespace dodona {

/// In what follows c = (σ|s1|s0, β, A): s0 is the top of the stack, and arcs are built among s1 and s0. A word is
/// gone as soon as it has its head, so that it must have all its dependents before.
///
///     move       precondition        effect                    gold arcs that it loses
///     SHIFT      β is not empty      pushes the front of β     those that cannot be had together any more:
///     LEFT-ARC   s1 ≠ 0              adds (s0, l, s1), pops s1 no sum over single arcs, see
///     RIGHT-ARC  s0 ≠ 0              adds (s1, l, s0), pops s0 oracles/arc_standard.h
///
/// The root stands first in the stack, where RIGHT-ARC builds its arcs, or last in the buffer, from where it is
/// shifted at the end and takes what is left by LEFT-ARC. Every word gets its head by a move, and none is left over.
/// That would not be so without a root, since no move takes the last word: such a root is refused.
///
/// `single_root` keeps exactly one dependent of the root, by legality alone: the root takes a dependent only if that is
/// the last word. So RIGHT-ARC from a root that stands first needs an empty buffer, and a root that stands last is
/// shifted only on a stack of one word.
class ArcStandard : public Rooted {
 public:
  static constexpr MoveSet kMoves{Move::shift, Move::left_arc, Move::right_arc};

  /// Throws std::invalid_argument for Root::none.
  explicit ArcStandard(Root root = Root::first, bool single_root = false) : Rooted(root, single_root) {}

  /// The moves that may be made; there is always one until the sentence is done.
  template <class C>
  MoveSet legal(const C& c) const;

  /// The arc that LEFT-ARC or RIGHT-ARC would build.
  template <class C>
  static Arc arc(const C& c, Move move) {
    const Node s0 = c.stack(0), s1 = c.stack(1);
    return move == Move::left_arc ? Arc{s0, s1} : Arc{s1, s0};
  }

  /// Makes a legal move.
  template <class C>
  static void apply(C& c, Move move, Label label);
};

}  // namespace dodona
