// Derivations: the sequences of moves of arc-standard and swap-standard that build a gold tree.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "oracles/oracle.h"

namespace dodona {

/// The state of a gold derivation: the stack and the buffer of an arc-standard or swap-standard configuration, and the
/// number of unattached gold dependents of each node. As long as only gold arcs are built, this determines the arcs,
/// and it is cheap to copy.
class DerivationState {
 public:
  /// The initial state.
  DerivationState(const Gold& gold, Root root);
  DerivationState(const Configuration& c, const Gold& gold);

  Node stack(std::size_t i) const { return i < stack_.size() ? stack_[stack_.size() - 1 - i] : kNone; }
  /// The front of the buffer.
  Node front() const { return buffer_.empty() ? kNone : buffer_.back(); }
  bool buffer_is_empty() const { return buffer_.empty(); }
  /// Whether the buffer has no word; it may have the root.
  bool no_words_left() const { return front() <= 0; }
  /// Whether only the root is left.
  bool finished() const { return stack_.size() + buffer_.size() == 1; }
  /// The size of the stack without the root.
  std::size_t words_in_stack() const {
    return stack_.size() - (!stack_.empty() && (stack_.front() == 0 || stack_.back() == 0));
  }

  /// CANLA and CANRA of Björkelund and Nivre (2015): the arc is gold, and its dependent has all its own dependents.
  bool can_left_arc(const Gold& gold) const { return can_attach(gold, stack(1), stack(0)); }
  bool can_right_arc(const Gold& gold) const { return can_attach(gold, stack(0), stack(1)); }

  /// Makes a move; LEFT-ARC and RIGHT-ARC only if the arc is gold.
  void apply(Move move);

  /// The stack and the buffer, which identify a state among those of one gold tree.
  std::u32string key() const;

 private:
  bool can_attach(const Gold& gold, Node word, Node head) const {
    return word > 0 && head >= 0 && gold.head(word) == head &&
           unattached_dependents_[static_cast<std::size_t>(word)] == 0;
  }

  std::vector<Node> stack_, buffer_;  // the top and the front last
  std::vector<Node> unattached_dependents_;
};

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

/// The derivation that `next_move(state)` leads to; no moves if that is a dead end, which no oracle comes to.
template <class F>
Derivation derive(const Gold& gold, Root root, F next_move) {
  Derivation made;
  for (DerivationState c(gold, root); !c.finished();) {
    const Move move = next_move(c);
    if (move == Move::shift && c.buffer_is_empty()) return {};
    c.apply(move);
    made.moves.push_back(move);
    made.swaps += move == Move::swap;
  }
  return made;
}

/// An oracle that allows some moves: `allowed(state)` is a set of moves that cost 0, and all others cost 1. In
/// configurations that are in none of its derivations none of these may be legal; then an arbitrary legal move costs 0.
template <class System, class F>
PreparedOracle derivation_oracle(const System& system, const Gold& gold, F allowed) {
  class DerivationOracle : public SentenceOracle {
   public:
    DerivationOracle(const System& of, const Gold& tree, F moves)
        : system_(of), gold_(tree), allowed_(std::move(moves)) {}

    Costs costs(const Configuration& c) const override {
      const MoveSet legal = system_.legal(c), allowed_here = allowed_(DerivationState(c, gold_));
      Costs costs;
      costs.fill(1);
      bool any = false;
      for (const Move move : kAllMoves) {
        if (!legal.has(move) || !allowed_here.has(move)) continue;
        costs[index_of(move)] = 0;
        any = true;
      }
      if (!any) costs[index_of(*std::ranges::find_if(kAllMoves, [&](Move move) { return legal.has(move); }))] = 0;
      return costs;
    }

   private:
    System system_;
    const Gold& gold_;
    F allowed_;
  };
  return std::make_unique<DerivationOracle>(system, gold, std::move(allowed));
}

}  // namespace dodona
