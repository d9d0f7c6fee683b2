#include "features/atoms.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "base/random.h"
#include "base/unrolled.h"

namespace dodona {
namespace {

// Groups consecutive items of the same kind into runs.
template <class Run, class Items, class KindOf>
std::vector<Run> runs_of(const Items& items, KindOf kind_of) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (runs.empty() || runs.back().kind != kind_of(items[i])) runs.push_back({kind_of(items[i]), i, i});
    runs.back().end = i + 1;
  }
  return runs;
}

// Calls f<kind>() with the kind as a constant, so that its loop is compiled for it.
template <class Kind, class F>
void with_constant(Kind kind, F f) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (void)((static_cast<std::size_t>(kind) == I && (f.template operator()<static_cast<Kind>(I)>(), true)) || ...);
  }(std::make_index_sequence<9>());
}

}  // namespace

// The order of evaluation: addresses of one kind together, each after the address that it steps from.
std::vector<std::size_t> Atoms::in_runs(const std::vector<Address>& addresses) {
  std::vector<std::size_t> steps(addresses.size()), order(addresses.size());
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    steps[i] = addresses[i].begins() ? 0 : steps[addresses[i].from] + 1;
    order[i] = i;
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return std::pair(steps[i], addresses[i].step); });
  return order;
}

Atoms::Atoms(const TemplateSet& set) : place_(set.atoms.size()) {
  std::vector<std::uint8_t> moved(set.addresses.size());
  for (const std::size_t i : in_runs(set.addresses)) {
    moved[i] = static_cast<std::uint8_t>(addresses_.size());
    Address address = set.addresses[i];
    if (!address.begins()) address.from = moved[address.from];
    addresses_.push_back(address);
  }
  std::vector<std::size_t> by_kind(set.atoms.size());
  std::iota(by_kind.begin(), by_kind.end(), std::size_t{0});
  std::ranges::stable_sort(by_kind, {}, [&](std::size_t i) { return set.atoms[i].kind; });
  const auto collect = [&](bool attributes, std::vector<Atom>& into) {
    for (const std::size_t i : by_kind) {
      if ((set.atoms[i].kind == Atom::Kind::attribute) != attributes) continue;
      place_[i] = static_cast<std::uint16_t>(size());
      Atom atom = set.atoms[i];
      atom.address = moved[atom.address];
      atom.other = moved[atom.other];
      into.push_back(atom);
    }
  };
  collect(true, attributes_);
  collect(false, others_);
  steps_ = runs_of<Run<Address::Step>>(addresses_, [](Address address) { return address.step; });
  kinds_ = runs_of<Run<Atom::Kind>>(others_, [](Atom atom) { return atom.kind; });
  for (const Atom& atom : others_) {
    if (atom.kind == Atom::Kind::distance || atom.kind == Atom::Kind::same)
      continue;  // these depend on the nodes alone
    auto mask = std::ranges::find(arc_masks_, atom.address, &ArcMask::address);
    if (mask == arc_masks_.end()) mask = arc_masks_.insert(arc_masks_.end(), ArcMask{atom.address});
    switch (atom.kind) {
      case Atom::Kind::label: mask->label_and_attached |= 0xFFFFFFFF; break;
      case Atom::Kind::left_count: mask->counts |= 0xFFFF; break;
      case Atom::Kind::right_count: mask->counts |= 0xFFFF0000; break;
      case Atom::Kind::left_labels: mask->left_labels = ~0u; break;
      case Atom::Kind::right_labels: mask->right_labels = ~0u; break;
      default: mask->label_and_attached |= std::uint64_t{1} << 32; break;  // attached
    }
  }
  Random random(0xC027EC7);
  context_factors_.resize(addresses_.size() + kInArcMask * arc_masks_.size());
  for (std::uint64_t& factor : context_factors_) factor = random.next() | 1;
}

// The nodes at all addresses.
template <class C>
void Atoms::find_nodes(const C& c, Node* nodes) const {
  const Address* const addresses = addresses_.data();
  for (const auto& [step, begin, end] : steps_) {
    const auto each = [&, first = begin, last = end]<Address::Step kStep>() {
      constexpr bool kBegins = kStep == Address::Step::stack || kStep == Address::Step::buffer;
      for (std::size_t i = first; i < last; ++i)
        nodes[i] = node_by<kStep>(c, kBegins ? addresses[i].from : nodes[addresses[i].from]);
    };
    with_constant(step, each);
  }
}

// The values of atoms that are not attributes of words.
template <class C>
void Atoms::evaluate_others(const C& c, WordValues words, const Node* nodes, Value* values) const {
  const Atom* const atoms = others_.data();
  for (const auto& [kind, begin, end] : kinds_) {
    const auto each = [&, first = begin, last = end]<Atom::Kind kKind>() {
      for (std::size_t i = first; i < last; ++i)
        values[i] = value_of<kKind>(c, words, nodes[atoms[i].address], nodes[atoms[i].other], atoms[i].attribute);
    };
    with_constant(kind, each);
  }
}

template <class C>
std::uint64_t Atoms::context(const C& c) const {
  std::array<Node, 256> nodes;
  find_nodes(c, nodes.data());
  // Multilinear hashing, as in hashing.h.
  const std::uint64_t* factor = context_factors_.data();
  std::uint64_t sum = 0;
  const auto add = [&](std::uint64_t value) { sum += value * *factor++; };
  for (std::size_t i = 0, count = addresses_.size(); i < count; ++i) add(static_cast<std::uint32_t>(nodes[i]));
  for (const ArcMask& mask : arc_masks_) {
    const Node node = nodes[mask.address];
    if (node == kNone) {
      factor += kInArcMask;
      continue;
    }
    const Arcs& arcs = c[node];
    add((static_cast<std::uint32_t>(arcs.label) + (std::uint64_t{arcs.head != kNone} << 32)) & mask.label_and_attached);
    add((arcs.left_count | std::uint32_t{arcs.right_count} << 16) & mask.counts);
    add(folded(arcs.left_labels) & mask.left_labels);
    add(folded(arcs.right_labels) & mask.right_labels);
  }
  return sum ^ (sum >> 32);
}

template <class C>
void Atoms::evaluate(const C& c, WordValues words, Value* values) const {
  std::array<Node, 256> nodes;
  find_nodes(c, nodes.data());

  static constexpr std::array<Value, kMostAttributeKinds> kNoValues{};
  std::array<const Value*, 256> of;
  const std::size_t addresses = addresses_.size();
  for (std::size_t i = 0; i < addresses; ++i)
    of[i] = nodes[i] == kNone ? kNoValues.data() : words.values + static_cast<std::size_t>(nodes[i]) * words.attributes;

  const Atom* const atoms = attributes_.data();
  const std::size_t count = attributes_.size();
  DODONA_UNROLLED for (std::size_t i = 0; i < count; ++i) values[i] = of[atoms[i].address][atoms[i].attribute];
  evaluate_others(c, words, nodes.data(), values + count);
}

template std::uint64_t Atoms::context(const SharedConfiguration&) const;
template void Atoms::evaluate(const Configuration&, WordValues, Value*) const;
template void Atoms::evaluate(const SharedConfiguration&, WordValues, Value*) const;

}  // namespace dodona
