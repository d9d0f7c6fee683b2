// The arc-eager transition system (Nivre 2003; Goldberg and Nivre 2012, Figure 2).
#pragma once

#include "transitions/moves.h"
#include "transitions/rooted.h"

namespace dodona {

/// In what follows c = (σ|s, b|β, A): s is the top of the stack, b the front of the buffer.
///
///     move       precondition           effect                          gold arcs that it loses
///     LEFT-ARC   s ≠ 0, s has no head   adds (b, l, s), pops s          (k, s) with k in β; (s, k) with k in b|β
///     RIGHT-ARC  b ≠ 0                  adds (s, l, b), pushes b        (k, b) with k in σ or β; (b, k) with k in
///                                                                       σ|s, k without head
///     REDUCE     s has a head           pops s                          (s, k) with k in b|β
///     SHIFT      b ≠ 0                  pushes b                        (k, b) with k in σ|s; (b, k) with k in
///                                                                       σ|s, k without head
///
/// Arcs from the root are another matter: words that are left without a head are attached to it at
/// the end, so (0, k) is lost only when k gets another head. With the root last in the buffer that
/// end is made of LEFT-ARC and REDUCE moves; otherwise `finish` does it. (oracles/ has the costs.)
///
/// `single_root` keeps exactly one dependent of the root, by legality alone. Let h be the number of
/// words in the stack without a head, and r that of the root's dependents (0 or 1).
///   - No second arc leaves the root, and its dependent is never popped: the last word must find
///     something to hang from.
///   - At the last word SHIFT adds a root, so h + r must be 0; RIGHT-ARC adds none, so h + r must be
///     1 (from the root itself: 0). LEFT-ARC and REDUCE are always good: they bring h down to that.
/// Before the last word every configuration can still be mended by the last one's LEFT-ARCs.
class ArcEager : public WithRoot {
 public:
  static constexpr MoveSet kMoves{Move::shift, Move::reduce, Move::left_arc, Move::right_arc};

  explicit ArcEager(Root root = Root::first, bool single_root = false) : WithRoot(root, single_root) {}

  /// Whether the sentence is done: no word is left (and, with the root last, none waits for it).
  template <class C>
  bool finished(const C& c) const {
    return c.words_left() == 0 && (root() != Root::last || c.stack_size() == 0);
  }

  /// The moves that may be made; there is always one until the sentence is done.
  template <class C>
  MoveSet legal(const C& c) const;

  /// The arc that LEFT-ARC or RIGHT-ARC would build.
  template <class C>
  static Arc arc(const C& c, Move move) {
    const Node s = c.stack(0), b = c.buffer(0);
    return move == Move::left_arc ? Arc{b, s} : Arc{s, b};
  }

  /// Makes a legal move.
  template <class C>
  static void apply(C& c, Move move, Label label);

  /// Attaches the words that are left without a head to the root.
  template <class C>
  static void finish(C& c, Label label);
};

}  // namespace dodona
