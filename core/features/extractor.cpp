#include "features/extractor.h"

#include <algorithm>

namespace dodona {
namespace {

// SplitMix64 (Steele, Lea and Flood 2014), for numbers that look random and are always the same.
std::uint64_t next_random(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

Value folded(std::uint64_t set) { return static_cast<Value>((set * 0x9E3779B97F4A7C15u) >> 32) | 1; }

// Whether s0 and b0 have the same value, 2, or different ones, 1. Agreement asked in this way is learnt
// once, not for each value anew.
Value same_in_both(const Configuration& c, WordValues words, std::size_t attribute) {
  const Node s = c.stack(0), b = c.buffer(0);
  if (s == kNone || b == kNone) return kNothingToSay;
  const Value one = words(s, attribute), other = words(b, attribute);
  if (one == kNothingToSay || other == kNothingToSay) return kNothingToSay;
  return one == other ? 2 : 1;
}

}  // namespace

Value distance_between(const Configuration& c) {
  const Node s = c.stack(0);
  Node b = c.buffer(0);
  if (s == kNone || b == kNone) return kNothingToSay;
  if (b == 0) b = c.words() + 1;  // the root stands after the last word
  const Node distance = b - s;
  return distance > 10 ? 6 : distance > 4 ? 5 : static_cast<Value>(distance);
}

namespace {

// What an address depends on.
Part part_of(const TemplateSet& set, Address address) {
  switch (address.step) {
    case Address::Step::stack: return address.from == 0 ? Part::stack : Part::rest;
    case Address::Step::buffer: return Part::buffer;
    case Address::Step::previous:
    case Address::Step::next: return part_of(set, set.addresses[address.from]);
    default: return Part::rest;  // arcs come and go
  }
}

Part part_of(const TemplateSet& set, const std::vector<std::uint16_t>& questions) {
  const auto part = [&](std::uint16_t question) {
    const Atom atom = set.atoms[question];
    return atom.kind == Atom::Kind::attribute ? part_of(set, set.addresses[atom.address]) : Part::rest;
  };
  const Part first = part(questions.front());
  return std::ranges::all_of(questions, [&](std::uint16_t question) { return part(question) == first; }) ? first : Part::rest;
}

}  // namespace

Extractor::Extractor(const TemplateSet& set) : Extractor(set, [](std::size_t) { return true; }) {}

Extractor::Extractor(const TemplateSet& set, Part part)
    : Extractor(set, [&](std::size_t i) { return part_of(set, set.templates[i]) == part; }) {}

template <class Wanted>
Extractor::Extractor(const TemplateSet& set, Wanted wanted) : addresses_(set.addresses) {
  std::vector<bool> asked(set.atoms.size());
  for (std::size_t i = 0; i < set.templates.size(); ++i)
    if (wanted(i))
      for (const std::uint16_t atom : set.templates[i]) asked[atom] = true;
  std::vector<std::uint16_t> place(set.atoms.size());
  const auto collect = [&](bool attributes, std::vector<Atom>& into) {
    for (std::size_t i = 0; i < set.atoms.size(); ++i) {
      if (!asked[i] || (set.atoms[i].kind == Atom::Kind::attribute) != attributes) continue;
      place[i] = static_cast<std::uint16_t>(attributes_.size() + others_.size());
      into.push_back(set.atoms[i]);
    }
  };
  collect(true, attributes_);
  collect(false, others_);

  // Multilinear hashing (Lemire and Kaser 2014): a random factor for each question of each template.
  // It is strongly universal in its upper bits, and the products do not wait for each other.
  std::uint64_t state = 0x0D0D03A;
  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    const std::uint64_t seed = next_random(state);
    Group& group = groups_[set.templates[i].size()];
    for (const std::uint16_t atom : set.templates[i]) {
      const std::uint64_t factor = next_random(state) | 1;
      if (!wanted(i)) continue;
      group.atoms.push_back(place[atom]);
      group.factors.push_back(factor);
    }
    if (!wanted(i)) continue;
    group.from.push_back(static_cast<std::uint16_t>(i));
    group.seeds.push_back(seed);
    ++templates_;
  }
}

// The keys of the templates of a group that have all their answers. Pointers are local, so that nothing
// has to be loaded again after a store, and there is no branch, since nobody could predict it.
template <std::size_t N>
std::size_t Extractor::hash(const Group& group, const Value* values, FeatureKey* keys, std::uint16_t* from, std::size_t size) {
  const std::uint16_t* atom = group.atoms.data();
  const std::uint64_t* factor = group.factors.data();
  const std::uint64_t* const seeds = group.seeds.data();
  const std::uint16_t* const numbers = group.from.data();
  const std::size_t count = group.seeds.size();
  for (std::size_t i = 0; i < count; ++i, atom += N, factor += N) {
    std::uint64_t key = seeds[i];
    unsigned all = 1;
    for (std::size_t j = 0; j < N; ++j) {
      const Value value = values[atom[j]];
      key += value * factor[j];
      all &= value != kNothingToSay;
    }
    keys[size] = key;
    from[size] = numbers[i];
    size += all;
  }
  return size;
}

void Extractor::extract(const Configuration& c, WordValues words, FeatureList& out) const {
  std::array<Node, 256> nodes;
  for (std::size_t i = 0; i < addresses_.size(); ++i) {
    const Address address = addresses_[i];
    if (address.step == Address::Step::stack) {
      nodes[i] = c.stack(address.from);
    } else if (address.step == Address::Step::buffer) {
      nodes[i] = c.buffer(address.from);
    } else {
      const Node from = nodes[address.from];
      nodes[i] = kNone;
      if (from == kNone) continue;
      const Configuration::Arcs& arcs = c[from];
      switch (address.step) {
        case Address::Step::head: nodes[i] = arcs.head; break;
        case Address::Step::left1: nodes[i] = arcs.left1; break;
        case Address::Step::left2: nodes[i] = arcs.left2; break;
        case Address::Step::right1: nodes[i] = arcs.right1; break;
        case Address::Step::right2: nodes[i] = arcs.right2; break;
        // The root has no neighbours, wherever it stands: it is no word of the sentence.
        case Address::Step::previous: nodes[i] = from > 1 ? from - 1 : kNone; break;
        case Address::Step::next: nodes[i] = from > 0 && from < c.words() ? from + 1 : kNone; break;
        default: break;
      }
    }
  }

  static constexpr std::array<Value, kMostAttributeKinds> kNobody{};
  std::array<const Value*, 256> of;
  for (std::size_t i = 0; i < addresses_.size(); ++i)
    of[i] = nodes[i] == kNone ? kNobody.data() : words.values + static_cast<std::size_t>(nodes[i]) * words.attributes;

  std::array<Value, kMostAtoms> values;
  {
    const Atom* const atoms = attributes_.data();
    const std::size_t count = attributes_.size();
    for (std::size_t i = 0; i < count; ++i) values[i] = of[atoms[i].address][atoms[i].attribute];
  }
  for (std::size_t i = 0; i < others_.size(); ++i) {
    const Atom atom = others_[i];
    Value& value = values[attributes_.size() + i];
    const Node node = nodes[atom.address];
    if (atom.kind == Atom::Kind::distance) {
      value = distance_between(c);
    } else if (atom.kind == Atom::Kind::same) {
      value = same_in_both(c, words, atom.attribute);
    } else if (node == kNone) {
      value = kNothingToSay;
    } else {
      const Configuration::Arcs& arcs = c[node];
      switch (atom.kind) {
        case Atom::Kind::label: value = static_cast<Value>(arcs.label + 1); break;
        case Atom::Kind::left_count: value = arcs.left_count + 1u; break;
        case Atom::Kind::right_count: value = arcs.right_count + 1u; break;
        case Atom::Kind::left_labels: value = folded(arcs.left_labels); break;
        case Atom::Kind::right_labels: value = folded(arcs.right_labels); break;
        default: value = arcs.head != kNone ? 2 : 1; break;  // attached
      }
    }
  }

  FeatureKey* const keys = out.keys.data();
  std::uint16_t* const from = out.from.data();
  std::size_t size = hash<1>(groups_[1], values.data(), keys, from, 0);
  size = hash<2>(groups_[2], values.data(), keys, from, size);
  size = hash<3>(groups_[3], values.data(), keys, from, size);
  size = hash<4>(groups_[4], values.data(), keys, from, size);
  size = hash<5>(groups_[5], values.data(), keys, from, size);
  size = hash<6>(groups_[6], values.data(), keys, from, size);
  size = hash<7>(groups_[7], values.data(), keys, from, size);
  out.size = hash<8>(groups_[8], values.data(), keys, from, size);
}

}  // namespace dodona
