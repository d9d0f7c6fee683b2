// The value of a single feature atom in a configuration.
#pragma once

#include <cstdint>

#include "features/encoder.h"
#include "features/templates.h"
#include "transitions/configuration.h"

namespace dodona {

/// The attribute values of each node of a sentence, the root first.
struct WordValues {
  const Value* values;
  std::size_t attributes;
  Value operator()(Node node, std::size_t attribute) const {
    return values[static_cast<std::size_t>(node) * attributes + attribute];
  }
};

/// The distance from one node to another, in classes: 1 to 4, 5 to 10, more, or backwards (after a SWAP).
inline constexpr Value kDistances = 8;
inline Value distance_between(Node one, Node other, Node words) {
  if (one == kNone || other == kNone) return kNoValue;
  if (other == 0) other = words + 1;  // the root stands after the last word
  const Node distance = other - one;
  return distance < 0 ? 7 : distance > 10 ? 6 : distance > 4 ? 5 : static_cast<Value>(distance);
}

/// 2 if two words have the same value, 1 if they differ, so that agreement is learnt once instead of for each value.
inline Value same_in_both(Node one, Node other, WordValues words, std::size_t attribute) {
  if (one == kNone || other == kNone) return kNoValue;
  const Value a = words(one, attribute), b = words(other, attribute);
  if (a == kNoValue || b == kNoValue) return kNoValue;
  return a == b ? 2 : 1;
}

/// A set of labels as a value.
inline Value folded(std::uint64_t set) { return static_cast<Value>((set * 0x9E3779B97F4A7C15u) >> 32) | 1; }

/// The arcs of a node; none for kNone. Branch-free, since whether an address has a word is unpredictable.
template <class C>
const Arcs& arcs_of(const C& c, Node node) {
  static constexpr Arcs kNoArcs{};
  return node == kNone ? kNoArcs : c[node];
}

/// The node that a step leads to. `from` is a depth in the stack or buffer, or a node.
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
  // The root is not a word of the sentence, so it has no neighbours.
  if constexpr (step == Step::previous) return from > 1 ? from - 1 : kNone;
  if constexpr (step == Step::next) return from > 0 && from < c.words() ? from + 1 : kNone;
}

/// The value of an atom at one or two nodes, for all kinds but attributes of words.
template <Atom::Kind kind, class C>
Value value_of(const C& c, WordValues words, Node node, Node other, std::size_t attribute) {
  using Kind = Atom::Kind;
  if constexpr (kind == Kind::distance) return distance_between(node, other, c.words());
  if constexpr (kind == Kind::same) return same_in_both(node, other, words, attribute);
  const Arcs& arcs = arcs_of(c, node);
  if constexpr (kind == Kind::label) return static_cast<Value>(arcs.label + 1);
  Value value = kNoValue;
  if constexpr (kind == Kind::left_count) value = arcs.left_count + 1u;
  if constexpr (kind == Kind::right_count) value = arcs.right_count + 1u;
  if constexpr (kind == Kind::left_labels) value = folded(arcs.left_labels);
  if constexpr (kind == Kind::right_labels) value = folded(arcs.right_labels);
  if constexpr (kind == Kind::attached) value = arcs.head != kNone ? 2 : 1;
  return node == kNone ? kNoValue : value;
}

/// Some atoms depend only on the word at the top of the stack, or at the front of the buffer, and its neighbours in the
/// sentence. Their values do not change while that word is there.
enum class Part : std::uint8_t { stack, buffer, rest };

template <class Set>
constexpr Part part_of(const Set& set, Address address) {
  switch (address.step) {
    case Address::Step::stack: return address.from == 0 ? Part::stack : Part::rest;
    case Address::Step::buffer: return Part::buffer;
    case Address::Step::previous:
    case Address::Step::next: return part_of(set, set.addresses[address.from]);
    default: return Part::rest;  // depends on arcs
  }
}

template <class Set>
constexpr Part part_of(const Set& set, const Atom& atom) {
  return atom.kind == Atom::Kind::attribute ? part_of(set, set.addresses[atom.address]) : Part::rest;
}

/// The part that all atoms of a template belong to; `rest` if they belong to several.
template <class Set, class Template>
constexpr Part part_of_template(const Set& set, const Template& atoms) {
  const Part first = part_of(set, set.atoms[*atoms.begin()]);
  for (const std::uint16_t atom : atoms)
    if (part_of(set, set.atoms[atom]) != first) return Part::rest;
  return first;
}

}  // namespace dodona
