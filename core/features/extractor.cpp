#include "features/extractor.h"

#include <algorithm>
#include <numeric>
#include <utility>

// Loops of a few instructions: without this, half of them would count and jump.
#if defined(__GNUC__) || defined(__clang__)
#define DODONA_UNROLLED _Pragma("GCC unroll 4")
#else
#define DODONA_UNROLLED
#endif

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

// The arcs of a node, or those of nobody.
template <class C>
const Arcs& arcs_of(const C& c, Node node) {
  static constexpr Arcs kNobodys{};
  return node == kNone ? kNobodys : c[node];
}

// Runs of neighbours of one kind.
template <class Run, class Items, class KindOf>
std::vector<Run> runs_of(const Items& items, KindOf kind_of) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (runs.empty() || runs.back().kind != kind_of(items[i])) runs.push_back({kind_of(items[i]), i, i});
    runs.back().end = i + 1;
  }
  return runs;
}

// Whether two words have the same value, 2, or different ones, 1. Agreement asked in this way is learnt
// once, not for each value anew.
Value same_in_both(Node one, Node other, WordValues words, std::size_t attribute) {
  if (one == kNone || other == kNone) return kNothingToSay;
  const Value a = words(one, attribute), b = words(other, attribute);
  if (a == kNothingToSay || b == kNothingToSay) return kNothingToSay;
  return a == b ? 2 : 1;
}

}  // namespace

Value distance_between(Node one, Node other, Node words) {
  if (one == kNone || other == kNone) return kNothingToSay;
  if (other == 0) other = words + 1;  // the root stands after the last word
  const Node distance = other - one;
  return distance < 0 ? 7 : distance > 10 ? 6 : distance > 4 ? 5 : static_cast<Value>(distance);
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

namespace {

// Multilinear hashing (Lemire and Kaser 2014): a random factor for each question and a random number
// for each template. It is strongly universal in its upper bits, and a question's share is computed once
// for all templates that ask it. A share that is there is odd; 0 means that there is no answer.
std::uint64_t factor_of(std::size_t atom) {
  std::uint64_t state = 0x0D0D03A + 0x632BE59BD9B4E019u * (atom + 1);
  return next_random(state);
}

std::uint64_t seed_of(std::size_t number) {
  std::uint64_t state = 0x0AC1E5 + 0xD1B54A32D192ED03u * (number + 1);
  return next_random(state);
}

std::uint64_t share_of(Value value, std::uint64_t factor) { return (value * factor) << 1 | (value != kNothingToSay); }

}  // namespace

DirectTemplates::DirectTemplates(const TemplateSet& set, const std::vector<std::uint32_t>& counts) : templates(set.templates.size()), values(counts) {
  constexpr std::uint64_t kLargest = 1 << 17;
  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    const std::vector<std::uint16_t>& questions = set.templates[i];
    std::uint64_t product = questions.size() <= 4 ? 1 : 0;
    std::vector<std::uint32_t> strides;
    for (const std::uint16_t question : questions) {
      strides.push_back(static_cast<std::uint32_t>(product));
      product = std::min(product * values[question], kLargest + 1);
    }
    if (product == 0 || product > kLargest) continue;
    templates[i] = {true, size, std::move(strides)};
    size += static_cast<std::uint32_t>(product);
  }
}

Extractor::Extractor(const TemplateSet& set) : Extractor(set, DirectTemplates(), [](std::size_t) { return true; }) {}

Extractor::Extractor(const TemplateSet& set, Part part, const DirectTemplates& direct)
    : Extractor(set, direct, [&](std::size_t i) { return part_of(set, set.templates[i]) == part; }) {
  is_part_ = true;
}

// Numbers of addresses: those of one kind together, each after the one that it steps from.
std::vector<std::size_t> Extractor::in_runs(const std::vector<Address>& addresses) {
  std::vector<std::size_t> steps(addresses.size()), order(addresses.size());
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const bool begins = addresses[i].step == Address::Step::stack || addresses[i].step == Address::Step::buffer;
    steps[i] = begins ? 0 : steps[addresses[i].from] + 1;
    order[i] = i;
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return std::pair(steps[i], addresses[i].step); });
  return order;
}

template <class Wanted>
Extractor::Extractor(const TemplateSet& set, const DirectTemplates& direct, Wanted wanted) {
  const auto is_direct = [&](std::size_t i) { return i < direct.templates.size() && direct.templates[i].is_direct; };
  std::vector<bool> asked(set.atoms.size()), hashed(set.atoms.size());
  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    if (!wanted(i)) continue;
    for (const std::uint16_t atom : set.templates[i]) {
      asked[atom] = true;
      if (!is_direct(i)) hashed[atom] = true;
    }
  }
  // Only the addresses that are needed, and those on the way to them.
  std::vector<bool> needed(set.addresses.size());
  for (std::size_t i = 0; i < set.atoms.size(); ++i)
    if (asked[i]) needed[set.atoms[i].address] = needed[set.atoms[i].other] = true;
  for (std::size_t i = set.addresses.size(); i-- > 0;)
    if (needed[i] && set.addresses[i].step != Address::Step::stack && set.addresses[i].step != Address::Step::buffer)
      needed[set.addresses[i].from] = true;
  std::vector<std::uint8_t> moved(set.addresses.size());
  for (const std::size_t i : in_runs(set.addresses)) {
    if (!needed[i]) continue;
    moved[i] = static_cast<std::uint8_t>(addresses_.size());
    Address address = set.addresses[i];
    if (address.step != Address::Step::stack && address.step != Address::Step::buffer) address.from = moved[address.from];
    addresses_.push_back(address);
  }
  std::vector<std::uint16_t> place(set.atoms.size()), share(set.atoms.size());
  std::vector<std::size_t> by_kind(set.atoms.size());
  std::iota(by_kind.begin(), by_kind.end(), std::size_t{0});
  std::ranges::stable_sort(by_kind, {}, [&](std::size_t i) { return set.atoms[i].kind; });
  const auto collect = [&](bool attributes, std::vector<Atom>& into) {
    for (const std::size_t i : by_kind) {
      if (!asked[i] || (set.atoms[i].kind == Atom::Kind::attribute) != attributes) continue;
      place[i] = static_cast<std::uint16_t>(attributes_.size() + others_.size());
      Atom atom = set.atoms[i];
      atom.address = moved[atom.address];
      atom.other = moved[atom.other];
      into.push_back(atom);
      if (!hashed[i]) continue;
      share[i] = static_cast<std::uint16_t>(hashed_.size());
      hashed_.push_back(place[i]);
      factors_.push_back(factor_of(i));
    }
  };
  collect(true, attributes_);
  collect(false, others_);
  steps_ = runs_of<Run<Address::Step>>(addresses_, [](Address address) { return address.step; });
  kinds_ = runs_of<Run<Atom::Kind>>(others_, [](Atom atom) { return atom.kind; });
  for (const Atom& atom : others_) {
    if (atom.kind == Atom::Kind::distance || atom.kind == Atom::Kind::same) continue;  // the nodes say it all
    auto glance = std::ranges::find(glances_, atom.address, &Glance::address);
    if (glance == glances_.end()) glance = glances_.insert(glances_.end(), Glance{atom.address});
    switch (atom.kind) {
      case Atom::Kind::label: glance->label_and_attached |= 0xFFFFFFFF; break;
      case Atom::Kind::left_count: glance->counts |= 0xFFFF; break;
      case Atom::Kind::right_count: glance->counts |= 0xFFFF0000; break;
      case Atom::Kind::left_labels: glance->left_labels = ~0u; break;
      case Atom::Kind::right_labels: glance->right_labels = ~0u; break;
      default: glance->label_and_attached |= std::uint64_t{1} << 32; break;  // attached
    }
  }
  std::uint64_t state = 0xC027EC7;
  context_factors_.resize(addresses_.size() + kInGlance * glances_.size());
  for (std::uint64_t& factor : context_factors_) factor = next_random(state) | 1;

  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    if (!wanted(i)) continue;
    const std::size_t questions = set.templates[i].size();
    if (is_direct(i)) {
      for (const std::uint16_t atom : set.templates[i]) direct_[questions].atoms.push_back(place[atom]);
      const DirectTemplates::Template& how = direct.templates[i];
      direct_[questions].strides.insert(direct_[questions].strides.end(), how.strides.begin(), how.strides.end());
      direct_[questions].bases.push_back(how.base);
      ++direct_count_;
    } else {
      for (const std::uint16_t atom : set.templates[i]) groups_[questions].atoms.push_back(share[atom]);
      groups_[questions].from.push_back(static_cast<std::uint16_t>(i));
      groups_[questions].seeds.push_back(seed_of(i));
      ++templates_;
    }
  }
}

FeatureKey Extractor::key_of(const TemplateSet& set, std::size_t number, const Value* answers) {
  FeatureKey key = seed_of(number);
  for (std::size_t i = 0; i < set.templates[number].size(); ++i) key += share_of(answers[i], factor_of(set.templates[number][i]));
  return key;
}

// The keys of the templates of a group that have all their answers. Pointers are local, so that nothing
// has to be loaded again after a store, and there is no branch, since nobody could predict it.
template <std::size_t N, bool Named>
std::size_t Extractor::hash(const Group& group, const std::uint64_t* shares, FeatureKey* keys, std::uint16_t* from, std::size_t size) {
  const std::uint16_t* atom = group.atoms.data();
  const std::uint64_t* const seeds = group.seeds.data();
  const std::uint16_t* const numbers = group.from.data();
  const std::size_t count = group.seeds.size();
  DODONA_UNROLLED for (std::size_t i = 0; i < count; ++i, atom += N) {
    std::uint64_t key = seeds[i], all = 1;
    for (std::size_t j = 0; j < N; ++j) {
      const std::uint64_t share = shares[atom[j]];
      key += share;
      all &= share;
    }
    keys[size] = key;
    if constexpr (Named) from[size] = numbers[i];
    size += all;
  }
  return size;
}

// The places of direct templates. Where a question has no answer the place has no weights.
template <std::size_t N>
std::uint32_t* Extractor::number(const DirectGroup& group, const Value* values, std::uint32_t* out) {
  const std::uint16_t* atom = group.atoms.data();
  const std::uint32_t* stride = group.strides.data();
  const std::uint32_t* const bases = group.bases.data();
  const std::size_t count = group.bases.size();
  DODONA_UNROLLED for (std::size_t i = 0; i < count; ++i, atom += N, stride += N) {
    std::uint32_t place = bases[i] + values[atom[0]];  // whose stride is 1
    for (std::size_t j = 1; j < N; ++j) place += values[atom[j]] * stride[j];
    out[i] = place;
  }
  return out + count;
}

// The nodes at all addresses. Nobody could predict whether there is a word at one of them, so that no branch depends on it.
template <class C>
void Extractor::find_nodes(const C& c, Node* nodes) const {
  const Address* const addresses = addresses_.data();
  for (const auto& [step, begin, end] : steps_) {
    const auto each = [&, first = begin, last = end](auto node_at) {
      for (std::size_t i = first; i < last; ++i) nodes[i] = node_at(addresses[i].from);
    };
    const auto by_arc = [&](Node Arcs::* to) {
      each([&](std::size_t from) { return arcs_of(c, nodes[from]).*to; });
    };
    switch (step) {
      case Address::Step::stack: each([&](std::size_t depth) { return c.stack(depth); }); break;
      case Address::Step::buffer: each([&](std::size_t depth) { return c.buffer(depth); }); break;
      case Address::Step::head: by_arc(&Arcs::head); break;
      case Address::Step::left1: by_arc(&Arcs::left1); break;
      case Address::Step::left2: by_arc(&Arcs::left2); break;
      case Address::Step::right1: by_arc(&Arcs::right1); break;
      case Address::Step::right2: by_arc(&Arcs::right2); break;
      // The root has no neighbours, wherever it stands: it is no word of the sentence.
      case Address::Step::previous: each([&](std::size_t from) { return nodes[from] > 1 ? nodes[from] - 1 : kNone; }); break;
      case Address::Step::next:
        each([&, words = c.words()](std::size_t from) { return nodes[from] > 0 && nodes[from] < words ? nodes[from] + 1 : kNone; });
        break;
    }
  }
}

// The answers to questions that are not about words.
template <class C>
void Extractor::answer_others(const C& c, WordValues words, const Node* nodes, Value* values) const {
  const Atom* const atoms = others_.data();
  for (const auto& [kind, begin, end] : kinds_) {
    const auto each = [&, first = begin, last = end](auto answer) {
      for (std::size_t i = first; i < last; ++i) values[i] = answer(atoms[i]);
    };
    const auto about_arcs = [&](auto answer) {
      each([&](Atom atom) {
        const Node node = nodes[atom.address];
        const Value value = answer(arcs_of(c, node));
        return node == kNone ? kNothingToSay : value;
      });
    };
    switch (kind) {
      case Atom::Kind::distance:
        each([&, length = c.words()](Atom atom) { return distance_between(nodes[atom.address], nodes[atom.other], length); });
        break;
      case Atom::Kind::same:
        each([&](Atom atom) { return same_in_both(nodes[atom.address], nodes[atom.other], words, atom.attribute); });
        break;
      case Atom::Kind::label: each([&](Atom atom) { return static_cast<Value>(arcs_of(c, nodes[atom.address]).label + 1); }); break;
      case Atom::Kind::left_count: about_arcs([](const Arcs& arcs) { return arcs.left_count + 1u; }); break;
      case Atom::Kind::right_count: about_arcs([](const Arcs& arcs) { return arcs.right_count + 1u; }); break;
      case Atom::Kind::left_labels: about_arcs([](const Arcs& arcs) { return folded(arcs.left_labels); }); break;
      case Atom::Kind::right_labels: about_arcs([](const Arcs& arcs) { return folded(arcs.right_labels); }); break;
      case Atom::Kind::attached: about_arcs([](const Arcs& arcs) { return arcs.head != kNone ? Value{2} : Value{1}; }); break;
      case Atom::Kind::attribute: break;  // asked elsewhere
    }
  }
}

template <class C>
std::uint64_t Extractor::context(const C& c) const {
  std::array<Node, 256> nodes;
  find_nodes(c, nodes.data());
  // Multilinear hashing again.
  const std::uint64_t* factor = context_factors_.data();
  std::uint64_t sum = 0;
  const auto add = [&](std::uint64_t value) { sum += value * *factor++; };
  for (std::size_t i = 0, count = addresses_.size(); i < count; ++i) add(static_cast<std::uint32_t>(nodes[i]));
  for (const Glance& glance : glances_) {
    const Node node = nodes[glance.address];
    if (node == kNone) {
      factor += kInGlance;
      continue;
    }
    const Arcs& arcs = c[node];
    add((static_cast<std::uint32_t>(arcs.label) + (std::uint64_t{arcs.head != kNone} << 32)) & glance.label_and_attached);
    add((arcs.left_count | std::uint32_t{arcs.right_count} << 16) & glance.counts);
    add(folded(arcs.left_labels) & glance.left_labels);
    add(folded(arcs.right_labels) & glance.right_labels);
  }
  return sum ^ (sum >> 32);
}

template <class C>
void Extractor::extract(const C& c, WordValues words, FeatureList& out) const {
  std::array<Node, 256> nodes;
  find_nodes(c, nodes.data());

  static constexpr std::array<Value, kMostAttributeKinds> kNobody{};
  std::array<const Value*, 256> of;
  const std::size_t places_asked = addresses_.size();
  for (std::size_t i = 0; i < places_asked; ++i)
    of[i] = nodes[i] == kNone ? kNobody.data() : words.values + static_cast<std::size_t>(nodes[i]) * words.attributes;

  std::array<Value, kMostAtoms> values;
  {
    const Atom* const atoms = attributes_.data();
    const std::size_t count = attributes_.size();
    DODONA_UNROLLED for (std::size_t i = 0; i < count; ++i) values[i] = of[atoms[i].address][atoms[i].attribute];
  }
  answer_others(c, words, nodes.data(), values.data() + attributes_.size());

  std::uint32_t* places = out.direct.data();
  places = number<1>(direct_[1], values.data(), places);
  places = number<2>(direct_[2], values.data(), places);
  places = number<3>(direct_[3], values.data(), places);
  number<4>(direct_[4], values.data(), places);

  std::array<std::uint64_t, kMostAtoms> shares;
  const std::uint64_t* const factors = factors_.data();
  const std::uint16_t* const hashed = hashed_.data();
  const std::size_t questions = hashed_.size();
  DODONA_UNROLLED for (std::size_t i = 0; i < questions; ++i) shares[i] = share_of(values[hashed[i]], factors[i]);
  FeatureKey* const keys = out.keys.data();
  std::uint16_t* const from = out.from.data();
  const auto hash_all = [&]<bool Named>() {
    std::size_t size = 0;
    [&]<std::size_t... N>(std::index_sequence<N...>) {
      ((size = hash<N + 1, Named>(groups_[N + 1], shares.data(), keys, from, size)), ...);
    }(std::make_index_sequence<kMostQuestions>());
    return size;
  };
  out.size = out.from.empty() ? hash_all.template operator()<false>() : hash_all.template operator()<true>();
}

template std::uint64_t Extractor::context(const SharedConfiguration&) const;
template void Extractor::extract(const Configuration&, WordValues, FeatureList&) const;
template void Extractor::extract(const SharedConfiguration&, WordValues, FeatureList&) const;

}  // namespace dodona
