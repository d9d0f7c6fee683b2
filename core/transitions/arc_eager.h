// The arc-eager transition system (Nivre 2003; Goldberg and Nivre 2012, Figure 2).
#pragma once

#include "transitions/system_base.h"

namespace dodona {

/// Let c = (σ|s, b|β, A): s is the top of the stack and b the front of the buffer.
///
///     move       precondition           effect                          cost: the gold arcs that it loses
///     LEFT-ARC   s ≠ 0, s has no head   adds (b, l, s), pops s          (k, s) with k in β; (s, k) with k in b|β
///     RIGHT-ARC  b ≠ 0                  adds (s, l, b), pushes b        (k, b) with k in σ or β; (b, k) with k in
///                                                                       σ|s, k without head
///     REDUCE     s has a head           pops s                          (s, k) with k in b|β
///     SHIFT      b ≠ 0                  pushes b                        (k, b) with k in σ|s; (b, k) with k in
///                                                                       σ|s, k without head
///
/// Arcs from the root are an exception: the words that still lack a head at the end are attached to the root, so
/// (0, k) is lost only when k gets another head. With the root last in the buffer, LEFT-ARC and REDUCE moves do
/// this; otherwise `finish` does. The costs are computed in oracles/.
///
/// `single_root` gives the root exactly one dependent, by legality alone. Let h be the number of words in the stack
/// without a head, and r the number of dependents of the root (0 or 1).
///   - The root gets no second dependent, and its dependent is never popped: the last word must be able to attach.
///   - At the last word, SHIFT adds a root, so h + r must be 0; RIGHT-ARC adds none, so h + r must be 1 (from the
///     root itself: 0). LEFT-ARC and REDUCE are always allowed: they bring h down to that.
/// Before the last word every configuration is still safe: LEFT-ARCs from the last word can attach the others.
class ArcEager : public SystemBase {
 public:
  static constexpr const char* kName = "arc-eager";
  static constexpr MoveSet kMoves{Move::shift, Move::reduce, Move::left_arc, Move::right_arc};

  explicit ArcEager(Root root = Root::first, bool single_root = false) : SystemBase(root, single_root) {}

  /// No word is left in the buffer, and, with the root last, none in the stack.
  template <class C>
  bool finished(const C& c) const {
    return c.words_left() == 0 && (root() != Root::last || c.stack_size() == 0);
  }

  template <class C>
  MoveSet legal(const C& c) const {
    MoveSet moves;
    if (finished(c)) return moves;
    const Node s = c.stack(0), b = c.buffer(0);
    const bool has_top = s != kNone;

    if (has_top && s != 0) moves.add(c.has_head(s) ? Move::reduce : Move::left_arc);
    if (b == 0) return moves;  // the root, last in the buffer, only attaches what is left
    moves.add(Move::shift);
    if (has_top) moves.add(Move::right_arc);
    if (!single_root()) return moves;

    MoveSet single;
    const std::size_t root_arcs = root() == Root::first ? c[0].right_count : 0;
    const std::size_t roots = c.headless() + root_arcs;  // h + r
    const bool last = c.words_left() == 1;
    if (moves.has(Move::left_arc)) single.add(Move::left_arc);
    if (moves.has(Move::reduce) && c.head(s) != 0) single.add(Move::reduce);
    if (!last || roots == 0) single.add(Move::shift);
    if (has_top) {
      const bool from_root = s == 0;
      if (from_root ? roots == 0 : !last || roots == 1) single.add(Move::right_arc);
    }
    return single;
  }

  template <class C>
  static Arc arc(const C& c, Move move) {
    const Node s = c.stack(0), b = c.buffer(0);
    return move == Move::left_arc ? Arc{b, s} : Arc{s, b};
  }

  template <class C>
  static void apply(C& c, Move move, Label label) {
    switch (move) {
      case Move::shift: c.push(); break;
      case Move::reduce: c.pop(); break;
      case Move::left_arc:
        c.add_arc(c.buffer(0), label, c.stack(0));
        c.pop();
        break;
      case Move::right_arc:
        c.add_arc(c.stack(0), label, c.buffer(0));
        c.push();
        break;
      default: break;  // not a move of this system
    }
  }

  /// Attaches the words that lack a head to the root.
  template <class C>
  static void finish(C& c, Label label) {
    for (Node word = 1; word <= c.words(); ++word)
      if (!c.has_head(word)) c.add_arc(0, label, word);
  }
};

}  // namespace dodona
