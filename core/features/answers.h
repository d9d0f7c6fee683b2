// How single questions about a configuration are answered.
#pragma once

#include <cstdint>

#include "features/encoder.h"
#include "features/templates.h"
#include "transitions/configuration.h"

namespace dodona {

/// A sentence as questions see it: values of each node's attributes, the root first.
struct WordValues {
  const Value* values;
  std::size_t attributes;
  Value operator()(Node node, std::size_t attribute) const {
    return values[static_cast<std::size_t>(node) * attributes + attribute];
  }
};

/// The distance from one node to another as templates see it: 1 to 4, 5 to 10, more, or back (after a swap).
inline constexpr Value kDistances = 8;
inline Value distance_between(Node one, Node other, Node words) {
  if (one == kNone || other == kNone) return kNothingToSay;
  if (other == 0) other = words + 1;  // the root stands after the last word
  const Node distance = other - one;
  return distance < 0 ? 7 : distance > 10 ? 6 : distance > 4 ? 5 : static_cast<Value>(distance);
}

/// Whether two words have the same value, 2, or different ones, 1. Agreement asked in this way is learnt
/// once, not for each value anew.
inline Value same_in_both(Node one, Node other, WordValues words, std::size_t attribute) {
  if (one == kNone || other == kNone) return kNothingToSay;
  const Value a = words(one, attribute), b = words(other, attribute);
  if (a == kNothingToSay || b == kNothingToSay) return kNothingToSay;
  return a == b ? 2 : 1;
}

/// A set of labels as a value.
inline Value folded(std::uint64_t set) { return static_cast<Value>((set * 0x9E3779B97F4A7C15u) >> 32) | 1; }

/// The arcs of a node, or those of nobody. (Nobody could predict whether there is a word at an address, so that no
/// branch depends on it.)
template <class C>
const Arcs& arcs_of(const C& c, Node node) {
  static constexpr Arcs kNobodys{};
  return node == kNone ? kNobodys : c[node];
}

/// The node that a step leads to: how deep in stack or buffer, or from which node.
template <Address::Step step, class C>
Node node_by(const C& c, Node from) {
  using Step = Address::Step;
  if constexpr (step == Step::stack) return c.stack(static_cast<std::size_t>(from));
  if constexpr (step == Step::buffer) return c.buffer(static_cast<std::size_t>(from));
  if constexpr (step == Step::head) return arcs_of(c, from).head;
  if constexpr (step == Step::left1) return arcs_of(c, from).left1;
  if constexpr (step == Step::left2) return arcs_of(c, from).left2;
  if constexpr (step == Step::right1) return arcs_of(c, from).right1;
  if constexpr (step == Step::right2) return arcs_of(c, from).right2;
  // The root has no neighbours, wherever it stands: it is no word of the sentence.
  if constexpr (step == Step::previous) return from > 1 ? from - 1 : kNone;
  if constexpr (step == Step::next) return from > 0 && from < c.words() ? from + 1 : kNone;
}

/// The answer to a question about one or two nodes that is not about an attribute of a word.
template <Atom::Kind kind, class C>
Value answer_about(const C& c, WordValues words, Node node, Node other, std::size_t attribute) {
  using Kind = Atom::Kind;
  if constexpr (kind == Kind::distance) return distance_between(node, other, c.words());
  if constexpr (kind == Kind::same) return same_in_both(node, other, words, attribute);
  const Arcs& arcs = arcs_of(c, node);
  if constexpr (kind == Kind::label) return static_cast<Value>(arcs.label + 1);
  Value value = kNothingToSay;
  if constexpr (kind == Kind::left_count) value = arcs.left_count + 1u;
  if constexpr (kind == Kind::right_count) value = arcs.right_count + 1u;
  if constexpr (kind == Kind::left_labels) value = folded(arcs.left_labels);
  if constexpr (kind == Kind::right_labels) value = folded(arcs.right_labels);
  if constexpr (kind == Kind::attached) value = arcs.head != kNone ? 2 : 1;
  return node == kNone ? kNothingToSay : value;
}

/// Some questions are about nothing but the words at the top of the stack or at the front of the buffer, and their
/// neighbours. As long as those stay where they are the answers are the same.
enum class Part : std::uint8_t { stack, buffer, rest };

template <class Set>
constexpr Part part_of(const Set& set, Address address) {
  switch (address.step) {
    case Address::Step::stack: return address.from == 0 ? Part::stack : Part::rest;
    case Address::Step::buffer: return Part::buffer;
    case Address::Step::previous:
    case Address::Step::next: return part_of(set, set.addresses[address.from]);
    default: return Part::rest;  // arcs come and go
  }
}

template <class Set>
constexpr Part part_of(const Set& set, const Atom& question) {
  return question.kind == Atom::Kind::attribute ? part_of(set, set.addresses[question.address]) : Part::rest;
}

/// The part that all questions of a template belong to, or else the rest.
template <class Set, class Template>
constexpr Part part_of_template(const Set& set, const Template& questions) {
  const Part first = part_of(set, set.atoms[*questions.begin()]);
  for (const std::uint16_t question : questions)
    if (part_of(set, set.atoms[question]) != first) return Part::rest;
  return first;
}

}  // namespace dodona
