// Arc-eager with SWAP, for trees of any kind.
#pragma once

#include "transitions/arc_eager.h"

namespace dodona {

/// In what follows c = (σ|s1|s, β, A). The moves of arc-eager, and one more:
///
///     move   precondition                  effect                         gold arcs that it loses
///     SWAP   s1 ≠ 0, s1 < s in the text,   puts both back, s first:       none by itself; but what is swapped
///            neither has a head            (σ, s|s1|β, A)                 stays swapped
///
/// A word that has to pass the one before it is shifted like any other. In the stack it can get its right dependents; then SWAP takes
/// it over, with all that hangs from it, and in front of the buffer it can be linked to what is in the stack now. (If SWAP
/// exchanged the top of the stack with the front of the buffer, as that of swap-hybrid does, each of those dependents would have to be
/// taken over by itself: 1.4 times as many swaps in Basque, twice as many in Dutch.) No two words are ever swapped twice.
///
/// A sentence is not done as long as two words could come back to the buffer: the last word may have to pass others. If there is
/// no more than that to do, REDUCE gives up the upper one, which then hangs from the root as other leftover words do.
///
/// `single_root` is the rule of arc-eager, with an exception: the last word may be shifted upon one that it can be swapped with, or become a
/// dependent of one that can be swapped, although there are two roots then. Nothing but SWAP is to be done about them, and after it
/// another word is the last one.
class SwapEager : public ArcEager {
 public:
  static constexpr MoveSet kMoves{Move::shift, Move::reduce, Move::left_arc, Move::right_arc, Move::swap};

  using ArcEager::ArcEager;

  /// Whether the sentence is done: no word is left, and none could come back (with the root last, none waits for it).
  template <class C>
  bool finished(const C& c) const {
    return ArcEager::finished(c) && swappable(c).upper == kNone;
  }

  /// The moves that may be made; there is always one until the sentence is done.
  template <class C>
  MoveSet legal(const C& c) const {
    const std::size_t left = c.words_left();
    const Pair pair = swappable(c);
    const bool back = pair.upper != kNone, swap = back && pair.upper == c.stack(0);
    if (left == 0 && back) {
      if (!swap) return {Move::reduce};
      if (single_root()) return {Move::swap};
      return {root() == Root::last ? Move::left_arc : Move::reduce, Move::swap};
    }
    MoveSet moves = ArcEager::legal(c);
    if (swap) moves.add(Move::swap);
    if (left == 1) {
      const Node s = c.stack(0);
      if (s > 0 && s < c.buffer(0) && !c.has_head(s)) moves.add(Move::shift);
      if (back) moves.add(Move::right_arc);
    }
    return moves;
  }

  /// How many words with heads lie on the topmost one without.
  template <class C>
  static std::size_t linked_on_top(const C& c) {
    std::size_t count = 0;
    while (c.stack(count) > 0 && c.has_head(c.stack(count))) ++count;
    return count;
  }

  /// The two words that SWAP takes, now or once words that have heads are gone from above them, the lower one first; kNone if there are none.
  struct Pair {
    Node lower = kNone, upper = kNone;
  };
  template <class C>
  static Pair swappable(const C& c) {
    const std::size_t top = linked_on_top(c);
    const Node upper = c.stack(top), lower = c.stack(top + 1);
    if (lower > 0 && lower < upper && !c.has_head(lower)) return {lower, upper};
    return {};
  }

  /// Makes a legal move.
  template <class C>
  static void apply(C& c, Move move, Label label) {
    if (move == Move::swap)
      c.put_back_both();
    else
      ArcEager::apply(c, move, label);
  }
};

}  // namespace dodona
