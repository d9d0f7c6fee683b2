// All that the derivations of one tree need of a configuration.
#pragma once

#include <string>
#include <vector>

#include "oracles/gold.h"
#include "transitions/moves.h"

namespace dodona {

/// The stack and the buffer of a swap-standard (or arc-standard) configuration, and how many gold dependents each node
/// still waits for. Arcs need no account as long as only gold ones are built. It is what oracles try things out on:
/// copies are cheap.
class BareConfiguration {
 public:
  BareConfiguration(const Gold& gold, Root root);
  BareConfiguration(const Configuration& c, const Gold& gold);

  Node stack(std::size_t i) const { return i < stack_.size() ? stack_[stack_.size() - 1 - i] : kNone; }
  Node front() const { return buffer_.empty() ? kNone : buffer_.back(); }
  bool buffer_is_empty() const { return buffer_.empty(); }
  /// Whether no word is left in the buffer; a root may be.
  bool no_words_left() const { return front() <= 0; }
  /// Whether all but the root are gone.
  bool finished() const { return stack_.size() + buffer_.size() == 1; }
  /// How many words the stack has; the root is none.
  std::size_t words_in_stack() const { return stack_.size() - (!stack_.empty() && (stack_.front() == 0 || stack_.back() == 0)); }

  /// CANLA and CANRA of Björkelund and Nivre (2015): the arc is gold, and its dependent has all its own.
  bool can_left_arc(const Gold& gold) const { return can_attach(gold, stack(1), stack(0)); }
  bool can_right_arc(const Gold& gold) const { return can_attach(gold, stack(0), stack(1)); }

  /// Makes a move; LEFT-ARC and RIGHT-ARC only if the arc is gold.
  void apply(Move move);

  /// What tells the configurations of a tree's derivations apart: the stack and the buffer.
  std::u32string key() const;

 private:
  bool can_attach(const Gold& gold, Node word, Node head) const {
    return word > 0 && head >= 0 && gold.head(word) == head && waits_for_[static_cast<std::size_t>(word)] == 0;
  }

  std::vector<Node> stack_, buffer_;  // the top and the front last
  std::vector<Node> waits_for_;       // how many dependents
};

}  // namespace dodona
