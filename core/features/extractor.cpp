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

Extractor::Extractor(const TemplateSet& set) : addresses_(set.addresses), atoms_(set.atoms), templates_(set.templates.size()) {
  // Multilinear hashing (Lemire and Kaser 2014): a random factor for each question of each template.
  // It is strongly universal in its upper bits, and the products do not wait for each other.
  std::uint64_t state = 0x0D0D03A;
  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    Group& group = groups_[set.templates[i].size()];
    group.questions = set.templates[i].size();
    group.from.push_back(static_cast<std::uint16_t>(i));
    group.seeds.push_back(next_random(state));
    for (const std::uint16_t atom : set.templates[i]) {
      group.atoms.push_back(atom);
      group.factors.push_back(next_random(state) | 1);
    }
  }
}

template <std::size_t N>
void Extractor::hash(const Group& group, const Value* values, FeatureList& out) {
  const std::uint16_t* atom = group.atoms.data();
  const std::uint64_t* factor = group.factors.data();
  std::size_t size = out.size;
  for (std::size_t i = 0; i < group.seeds.size(); ++i, atom += N, factor += N) {
    std::uint64_t key = group.seeds[i];
    bool all = true;
    for (std::size_t j = 0; j < N; ++j) {
      const Value value = values[atom[j]];
      key += value * factor[j];
      all &= value != kNothingToSay;
    }
    out.keys[size] = key;
    out.from[size] = group.from[i];
    size += all;  // without a branch, which nobody could predict
  }
  out.size = size;
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

  std::array<Value, 1024> fixed;
  std::vector<Value> many;
  Value* values = fixed.data();
  if (atoms_.size() > fixed.size()) {
    many.resize(atoms_.size());
    values = many.data();
  }
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    const Atom atom = atoms_[i];
    if (atom.kind == Atom::Kind::distance) {
      values[i] = distance_between(c);
      continue;
    }
    if (atom.kind == Atom::Kind::same) {
      values[i] = same_in_both(c, words, atom.attribute);
      continue;
    }
    const Node node = nodes[atom.address];
    if (node == kNone) {
      values[i] = kNothingToSay;
      continue;
    }
    switch (atom.kind) {
      case Atom::Kind::attribute: values[i] = words(node, atom.attribute); break;
      case Atom::Kind::label: values[i] = static_cast<Value>(c[node].label + 1); break;
      case Atom::Kind::left_count: values[i] = c[node].left_count + 1u; break;
      case Atom::Kind::right_count: values[i] = c[node].right_count + 1u; break;
      case Atom::Kind::left_labels: values[i] = folded(c[node].left_labels); break;
      case Atom::Kind::right_labels: values[i] = folded(c[node].right_labels); break;
      case Atom::Kind::attached: values[i] = c.has_head(node) ? 2 : 1; break;
      case Atom::Kind::distance:
      case Atom::Kind::same: break;
    }
  }

  out.size = 0;
  hash<1>(groups_[1], values, out);
  hash<2>(groups_[2], values, out);
  hash<3>(groups_[3], values, out);
  hash<4>(groups_[4], values, out);
  hash<5>(groups_[5], values, out);
  hash<6>(groups_[6], values, out);
  hash<7>(groups_[7], values, out);
  hash<8>(groups_[8], values, out);
}

}  // namespace dodona
