// The legal transitions of a configuration: the one check that training, parsing and oracles use.
#pragma once

#include <array>
#include <span>

#include "transitions/system.h"
#include "transitions/transitions.h"

namespace dodona {

/// The transitions with this move, one for each label that is legal for its arc in `c`.
template <class System, class C>
TransitionRange labelled(const System& system, const TransitionSet& transitions, const C& c, Move move) {
  return transitions.of(move, builds_arc(move) && system.arc(c, move).head == 0);
}

/// Whether a system may have a move, as far as its type says: where there is no SWAP, no code for SWAP is compiled.
template <class System>
constexpr bool may_have(Move move) {
  if constexpr (requires { System::kMoves; })
    return System::kMoves.has(move);
  else
    return true;
}

/// Calls visit(move, range of transitions) for every legal move.
template <class System, class C, class F>
void for_legal(const System& system, const TransitionSet& transitions, const C& c, MoveSet legal, F visit) {
  for (const Move move : kAllMoves)
    if (may_have<System>(move) && legal.has(move)) visit(move, labelled(system, transitions, c, move));
}

/// The legal transitions of a configuration: for each legal move, the run of its transitions.
struct LegalTransitions {
  template <class System, class C>
  LegalTransitions(const System& system, const TransitionSet& transitions, const C& c) : moves(system.legal(c)) {
    for_legal(system, transitions, c, moves, [&](Move, TransitionRange range) { ranges_[size_++] = range; });
  }

  MoveSet moves;
  std::span<const TransitionRange> ranges() const { return {ranges_.data(), size_}; }
  const TransitionRange* begin() const { return ranges_.data(); }
  const TransitionRange* end() const { return ranges_.data() + size_; }

 private:
  std::array<TransitionRange, kMoveCount> ranges_;
  std::size_t size_ = 0;
};

}  // namespace dodona
