// Arc-standard with SWAP, for trees of any kind (Nivre 2009; Björkelund and Nivre 2015, section 3: SwapStandard).
#pragma once

#include "transitions/arc_standard.h"

namespace dodona {

/// In what follows c = (σ|s1|s0, β, A). The moves of arc-standard, and one more:
///
///     move   precondition           effect                             gold arcs that it loses
///     SWAP   s1 ≠ 0, s0 ≠ 0,        puts s1 back to the front of β     none by itself; but what is swapped
///            s1 < s0 in the text                                       stays swapped
///
/// After SWAP, s1 comes back on top of s0, where the precondition no longer holds: no two words are ever swapped
/// twice, and a sentence of n words has at most n(n-1)/2 swaps and 2n moves besides, and one SHIFT for each swap.
///
/// The rule of the single root is that of arc-standard: only the last word hangs from the root.
class SwapStandard {
 public:
  static constexpr MoveSet kMoves{Move::shift, Move::left_arc, Move::right_arc, Move::swap};

  /// Throws std::invalid_argument for Root::none.
  explicit SwapStandard(Root root = Root::first, bool single_root = false) : arcs_(root, single_root) {}

  Root root() const { return arcs_.root(); }
  bool single_root() const { return arcs_.single_root(); }

  template <class C>
  void start(C& configuration, Node words) const {
    arcs_.start(configuration, words);
  }

  /// Whether the sentence is done: only the root is left.
  template <class C>
  static bool finished(const C& c) {
    return ArcStandard::finished(c);
  }

  /// The moves that may be made; there is always one until the sentence is done.
  template <class C>
  MoveSet legal(const C& c) const {
    MoveSet moves = arcs_.legal(c);
    // Neither kNone nor a root in the stack is above 0; a root on top is below any word.
    if (c.stack(1) > 0 && c.stack(1) < c.stack(0)) moves.add(Move::swap);
    return moves;
  }

  /// The arc that LEFT-ARC or RIGHT-ARC would build.
  template <class C>
  static Arc arc(const C& c, Move move) {
    return ArcStandard::arc(c, move);
  }

  /// Makes a legal move.
  template <class C>
  static void apply(C& c, Move move, Label label) {
    if (move == Move::swap)
      c.put_back_second();
    else
      ArcStandard::apply(c, move, label);
  }

  /// No word is left without a head.
  template <class C>
  static void finish(C&, Label) {}

 private:
  ArcStandard arcs_;
};

}  // namespace dodona
