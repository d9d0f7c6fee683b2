// Derivations: the sequences of moves of arc-standard and swap-standard that build a gold tree.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "oracles/oracle.h"

namespace dodona {

/// CANLA and CANRA of Björkelund and Nivre (2015): the arc is gold, and its dependent has all its own dependents.
inline bool can_attach(const Configuration& c, const Gold& gold, Node word, Node head) {
  return word > 0 && head >= 0 && gold.head(word) == head && has_all_dependents(c, gold, word);
}
inline bool can_left_arc(const Configuration& c, const Gold& gold) {
  return can_attach(c, gold, c.stack(1), c.stack(0));
}
inline bool can_right_arc(const Configuration& c, const Gold& gold) {
  return can_attach(c, gold, c.stack(0), c.stack(1));
}

/// The buffer, and the stack with whether its words have heads: what identifies a configuration of any system among
/// those that have built nothing but gold arcs.
std::u32string configuration_key(const Configuration& c);

/// A sequence of moves that derives a tree.
struct Derivation {
  std::vector<Move> moves;
  std::size_t swaps = 0;
  std::size_t choices = 0;    ///< the number of configurations with a choice that a search has visited
  bool within_budget = true;  ///< if false, other derivations may have fewer swaps
};

/// The derivation that `next_move(c)` leads to; no moves if that is a dead end, which no oracle comes to.
template <class F>
Derivation derive(const Gold& gold, Root root, F next_move) {
  Derivation made;
  for (Configuration c(gold.words(), root); !SwapStandard::finished(c);) {
    const Move move = next_move(c);
    if (move == Move::shift && c.buffer_size() == 0) return {};
    SwapStandard::apply(c, move, 0);
    made.moves.push_back(move);
    made.swaps += move == Move::swap;
  }
  return made;
}

/// An oracle that allows some moves: `allowed(c)` is a set of moves that cost 0, and all others cost 1. In
/// configurations that are in none of its derivations none of these may be legal; then an arbitrary legal move costs 0.
template <class System, class F>
PreparedOracle derivation_oracle(const System& system, F allowed) {
  return oracle_of([system, allowed = std::move(allowed)](const Configuration& c) {
    const MoveSet legal = system.legal(c), free = legal & allowed(c);
    return binary_costs(free.empty() ? MoveSet{*legal.begin()} : free);
  });
}

}  // namespace dodona
