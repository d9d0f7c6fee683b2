// The positions of a configuration whose words a network sees.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "features/atom_values.h"
#include "transitions/parser_spec.h"

namespace dodona {

/// A list of addresses, as templates name them: `s0`, `b1`, `s0.left1`, `s0.head`.
class Positions {
 public:
  /// Reads names that are separated by spaces. Throws std::invalid_argument if one is no position, or if there are none
  /// or more than kMost.
  explicit Positions(std::string_view names);
  static constexpr std::size_t kMost = 64;

  /// The positions for a system: the words that its moves change or compare, and their nearest dependents.
  static Positions of(const TransitionSystem& system);

  std::size_t size() const { return positions_.size(); }
  const std::vector<std::string>& names() const { return names_; }
  std::string text() const;

  /// Sets the node at each position; kNone where there is none.
  template <class C>
  void find(const C& c, Node* nodes) const {
    for (const Position& position : positions_) {
      const Node at = position.in_stack ? c.stack(position.depth) : c.buffer(position.depth);
      *nodes++ = position.has_step ? step_from(c, at, position.step) : at;
    }
  }

 private:
  struct Position {
    bool in_stack, has_step;
    Address::Step step;
    std::size_t depth;
  };

  template <class C>
  static Node step_from(const C& c, Node node, Address::Step step) {
    switch (step) {
      case Address::Step::left1: return node_by<Address::Step::left1>(c, node);
      case Address::Step::left2: return node_by<Address::Step::left2>(c, node);
      case Address::Step::right1: return node_by<Address::Step::right1>(c, node);
      case Address::Step::right2: return node_by<Address::Step::right2>(c, node);
      default: return node_by<Address::Step::head>(c, node);
    }
  }

  std::vector<std::string> names_;
  std::vector<Position> positions_;
};

}  // namespace dodona
