// Arc-eager with SWAP, for non-projective trees.
#pragma once

#include "transitions/arc_eager.h"

namespace dodona {

/// Let c = (σ|s1|s, β, A). The moves of arc-eager, and one more:
///
///     move   precondition                  effect                         cost
///     SWAP   s1 ≠ 0, s1 < s in the text,   moves both to the buffer:      it loses no arc by itself, but the new
///            neither has a head            (σ, s|s1|β, A)                 word order is permanent
///
/// A word that has to pass the one before it is shifted like any other. In the stack it takes its right dependents;
/// then SWAP moves it, with its subtree, to the front of the buffer, where it can be linked to the new top of the
/// stack. (If SWAP exchanged the top of the stack with the front of the buffer, as in swap-hybrid, each of those
/// dependents would have to be swapped on its own: 1.4 times as many swaps in Basque, twice as many in Dutch.) No two
/// words are ever swapped twice.
///
/// A sentence is not finished while two words can still return to the buffer: the last word may have to pass others.
/// Where nothing else is left to do, REDUCE pops the upper of the two without a head; like other words without a head,
/// it is then attached to the root.
///
/// `single_root` works as in arc-eager, with one exception: the last word may be shifted onto a word that it can be
/// swapped with, or attached to a word that can be swapped, although there are two roots then. Only SWAP can
/// resolve this, and it makes another word the last one.
class SwapEager : public ArcEager {
 public:
  static constexpr const char* kName = "swap-eager";
  static constexpr MoveSet kMoves{Move::shift, Move::reduce, Move::left_arc, Move::right_arc, Move::swap};

  using ArcEager::ArcEager;

  /// As in arc-eager, and no word can return to the buffer.
  template <class C>
  bool finished(const C& c) const {
    return ArcEager::finished(c) && swappable(c).upper == kNone;
  }

  template <class C>
  MoveSet legal(const C& c) const {
    const std::size_t left = c.words_left();
    const Pair pair = swappable(c);
    const bool can_return = pair.upper != kNone, swap = can_return && pair.upper == c.stack(0);
    if (left == 0 && can_return) {
      if (!swap) return {Move::reduce};
      if (single_root()) return {Move::swap};
      return {root() == Root::last ? Move::left_arc : Move::reduce, Move::swap};
    }
    MoveSet moves = ArcEager::legal(c);
    if (swap) moves.add(Move::swap);
    if (left == 1) {
      const Node s = c.stack(0);
      if (s > 0 && s < c.buffer(0) && !c.has_head(s)) moves.add(Move::shift);
      if (can_return) moves.add(Move::right_arc);
    }
    return moves;
  }

  template <class C>
  static void apply(C& c, Move move, Label label) {
    if (move == Move::swap)
      c.move_both_to_buffer();
    else
      ArcEager::apply(c, move, label);
  }

  /// The number of words with heads above the topmost word without one.
  template <class C>
  static std::size_t attached_on_top(const C& c) {
    std::size_t count = 0;
    while (c.stack(count) > 0 && c.has_head(c.stack(count))) ++count;
    return count;
  }

  /// The two words that SWAP can move, now or once the words with heads above them are popped; kNone if there are none.
  struct Pair {
    Node lower = kNone, upper = kNone;
  };
  template <class C>
  static Pair swappable(const C& c) {
    const std::size_t top = attached_on_top(c);
    const Node upper = c.stack(top), lower = c.stack(top + 1);
    if (lower > 0 && lower < upper && !c.has_head(lower)) return {lower, upper};
    return {};
  }
};

}  // namespace dodona
