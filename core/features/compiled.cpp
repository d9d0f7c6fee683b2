#include "features/compiled.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "features/shipped_templates.h"

namespace dodona {
#if defined(DODONA_COMPILES_TEMPLATES)
namespace {

// Estimates the number of values of an atom, as a power of two: which templates are indexed is fixed before any
// words are known.
constexpr int bits_of(const Attribute& attribute) {
  switch (attribute.kind) {
    case Attribute::Kind::tag: return 6;
    case Attribute::Kind::shape: return 8;
    case Attribute::Kind::feature: return 4;
    case Attribute::Kind::prefix:
    case Attribute::Kind::suffix: return attribute.length == 1 ? 7 : attribute.length == 2 ? 11 : 15;
    case Attribute::Kind::lower: return 15;
    case Attribute::Kind::cluster: return 11;
    case Attribute::Kind::column: break;
  }
  return attribute.column == Text::tag        ? 5
         : attribute.column == Text::fine_tag ? 6
         : attribute.column == Text::feats    ? 9
                                              : 15;
}

constexpr int bits_of(const TemplateSet& set, const Atom& atom) {
  switch (atom.kind) {
    case Atom::Kind::attribute: return bits_of(set.attributes[atom.attribute]);
    case Atom::Kind::label: return 6;
    case Atom::Kind::distance: return 3;
    case Atom::Kind::same:
    case Atom::Kind::attached: return 2;
    default: return 32;  // counts and sets are not numbered
  }
}

constexpr int kMostBits = 20;

// A template set as arrays that are known at compile time.
template <std::size_t kWhich>
struct Compiled {
  static constexpr std::string_view kText = kShippedTemplates[kWhich];
  struct Template {
    std::array<std::uint16_t, 8> atoms{};
    std::size_t size = 0;
    bool is_indexed = false;
    constexpr const std::uint16_t* begin() const { return atoms.data(); }
    constexpr const std::uint16_t* end() const { return atoms.data() + size; }
  };
  static constexpr std::size_t kAddresses = TemplateSet(kText).addresses.size(),
                               kAtoms = TemplateSet(kText).atoms.size(),
                               kTemplates = TemplateSet(kText).templates.size();
  struct Arrays {
    std::array<Address, kAddresses> addresses{};
    std::array<Atom, kAtoms> atoms{};
    std::array<Template, kTemplates> templates{};
  };
  static constexpr Arrays kSet = [] {
    const TemplateSet set(kText);
    Arrays arrays;
    std::copy(set.addresses.begin(), set.addresses.end(), arrays.addresses.begin());
    std::copy(set.atoms.begin(), set.atoms.end(), arrays.atoms.begin());
    for (std::size_t i = 0; i < kTemplates; ++i) {
      Template& to = arrays.templates[i];
      int bits = 0;
      for (const std::uint16_t atom : set.templates[i]) {
        to.atoms[to.size++] = atom;
        bits += bits_of(set, set.atoms[atom]);
      }
      to.is_indexed = bits <= kMostBits;
    }
    return arrays;
  }();

  // Where the terms of a template are added. CompiledExtractor uses the same numbering.
  struct Target {
    bool is_there = false;
    std::uint16_t number = 0, first_stride = 0;
  };
  static constexpr bool is_part_of(std::size_t atom, Part part) { return part_of(kSet, kSet.atoms[atom]) == part; }
  static constexpr std::array<Target, kTemplates> targets_for(Part part) {
    std::array<Target, kTemplates> targets;
    std::uint16_t places = 0, keys = 0, strides = 0;
    for (const bool own : {false, true}) {
      if (own && part == Part::rest) break;
      for (std::size_t i = 0; i < kTemplates; ++i) {
        const Template& from = kSet.templates[i];
        if (part_of_template(kSet, from) != (own ? part : Part::rest)) continue;
        targets[i] = {true, from.is_indexed ? places++ : keys++, strides};
        if (from.is_indexed)
          for (const std::uint16_t atom : from) strides = static_cast<std::uint16_t>(strides + is_part_of(atom, part));
      }
      places = static_cast<std::uint16_t>(padded_templates(places));
      keys = static_cast<std::uint16_t>(padded_templates(keys));
    }
    return targets;
  }
  static constexpr std::array<bool, kAddresses> addresses_for(Part part) {
    std::array<bool, kAddresses> needed{};
    for (std::size_t i = 0; i < kAtoms; ++i)
      if (is_part_of(i, part)) needed[kSet.atoms[i].address] = needed[kSet.atoms[i].other] = true;
    for (std::size_t i = kAddresses; i-- > 0;)
      if (needed[i] && !kSet.addresses[i].begins()) needed[kSet.addresses[i].from] = true;
    return needed;
  }

  template <std::size_t kCount, class F>
  static void for_each(F f) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (f.template operator()<I>(), ...);
    }(std::make_index_sequence<kCount>());
  }

  template <Part kPart, class C>
  static void add(const C& c, WordValues words, const std::uint32_t* strides, SumsFrom from, SumsTo to) {
    [[maybe_unused]] static constexpr auto kNeeded = addresses_for(kPart);
    [[maybe_unused]] static constexpr auto kTargets = targets_for(kPart);
    static constexpr std::array<Value, kMostAttributeKinds> kNoValues{};

    std::array<Node, kAddresses> nodes;
    std::array<const Value*, kAddresses> of;
    for_each<kAddresses>([&]<std::size_t I>() {
      if constexpr (kNeeded[I]) {
        constexpr Address kAddress = kSet.addresses[I];
        nodes[I] = node_by<kAddress.step>(c, kAddress.begins() ? kAddress.from : nodes[kAddress.from]);
        of[I] =
            nodes[I] == kNone ? kNoValues.data() : words.values + static_cast<std::size_t>(nodes[I]) * words.attributes;
      }
    });

    std::array<Value, kAtoms> values;
    for_each<kAtoms>([&]<std::size_t I>() {
      if constexpr (is_part_of(I, kPart)) {
        constexpr Atom kAtom = kSet.atoms[I];
        if constexpr (kAtom.kind == Atom::Kind::attribute)
          values[I] = of[kAtom.address][kAtom.attribute];
        else
          values[I] = value_of<kAtom.kind>(c, words, nodes[kAtom.address], nodes[kAtom.other], kAtom.attribute);
      }
    });

    for_each<kTemplates>([&]<std::size_t I>() {
      constexpr Target kTarget = kTargets[I];
      constexpr const Template& kFrom = kSet.templates[I];
      if constexpr (kTarget.is_there && kFrom.is_indexed) {
        const std::uint32_t* stride = strides + kTarget.first_stride;
        std::uint32_t sum = from.places[kTarget.number];
        for_each<kFrom.size>([&]<std::size_t J>() {
          constexpr std::uint16_t kNumber = kFrom.atoms[J];
          if constexpr (is_part_of(kNumber, kPart)) {
            if constexpr (J == 0)
              sum += values[kNumber];  // stride 1
            else
              sum += values[kNumber] * *stride;
            ++stride;
          }
        });
        to.places[kTarget.number] = sum;
      } else if constexpr (kTarget.is_there) {
        FeatureKey sum = from.keys[kTarget.number];
        std::uint8_t all = from.complete[kTarget.number];
        for_each<kFrom.size>([&]<std::size_t J>() {
          constexpr std::uint16_t kNumber = kFrom.atoms[J];
          if constexpr (is_part_of(kNumber, kPart)) {
            const std::uint64_t term = term_of(values[kNumber], factor_of(kNumber));
            sum += term;
            all &= static_cast<std::uint8_t>(term);
          }
        });
        to.keys[kTarget.number] = sum;
        to.complete[kTarget.number] = all;
      }
    });
  }

  static CompiledTemplates code() {
    CompiledTemplates code;
    for (const Template& from : kSet.templates) code.is_indexed.push_back(from.is_indexed);
    code.parts = {{add<Part::stack, Configuration>, add<Part::stack, SharedConfiguration>},
                  {add<Part::buffer, Configuration>, add<Part::buffer, SharedConfiguration>},
                  {add<Part::rest, Configuration>, add<Part::rest, SharedConfiguration>}};
    return code;
  }
};

// The compiled code of this shipped set, if `set` is the same.
template <std::size_t kWhich>
const CompiledTemplates* code_if_it_is(const TemplateSet& set) {
  static const TemplateSet known(kShippedTemplates[kWhich]);
  static const CompiledTemplates code = Compiled<kWhich>::code();
  const bool is_known = set.attributes == known.attributes && set.addresses == known.addresses &&
                        set.atoms == known.atoms && set.templates == known.templates;
  return is_known ? &code : nullptr;
}

}  // namespace

const CompiledTemplates* compiled(const TemplateSet& set) {
  const CompiledTemplates* code = nullptr;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (void)((code = code_if_it_is<I>(set)) || ...);
  }(std::make_index_sequence<std::size(kShippedTemplates)>());
  return code;
}
#else
const CompiledTemplates* compiled(const TemplateSet&) { return nullptr; }
#endif

}  // namespace dodona
