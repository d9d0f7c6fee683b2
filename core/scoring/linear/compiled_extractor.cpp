#include "scoring/linear/compiled_extractor.h"

#include <algorithm>
#include <array>
#include <type_traits>

namespace dodona {

CompiledExtractor::CompiledExtractor(const TemplateSet& set, Part part, const IndexedTemplates& indexed)
    : code_(indexed.code->parts[static_cast<std::size_t>(part)]) {
  const auto take = [&](std::size_t number, bool begins) {
    const bool is_indexed = indexed.templates[number].is_indexed;
    if (is_indexed) {
      start_.places.push_back(begins ? indexed.templates[number].base : 0);
    } else {
      start_.keys.push_back(begins ? seed_of(number) : 0);
      start_.complete.push_back(1);
    }
    const std::vector<std::uint16_t>& atoms = set.templates[number];
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      if (part_of(set, set.atoms[atoms[i]]) != part) continue;
      if (is_indexed)
        strides_.push_back(indexed.templates[number].strides[i]);
      else
        partial_keys_.push_back(start_.keys.size() - 1);
    }
  };
  const auto take_all = [&](Part of, bool begin) {
    for (std::size_t i = 0; i < set.templates.size(); ++i)
      if (part_of_template(set, set.templates[i]) == of) take(i, begin);
  };
  // The sums of the rest start from those of the buffer.
  take_all(Part::rest, part == Part::buffer);
  own_places_ = start_.places.size();
  own_keys_ = start_.keys.size();
  rest_places_ = padded_templates(own_places_);
  rest_keys_ = padded_templates(own_keys_);
  start_.places.resize(rest_places_);
  start_.keys.resize(rest_keys_);
  start_.complete.resize(rest_keys_);
  if (part != Part::rest) {
    take_all(part, true);
    own_places_ = start_.places.size() - rest_places_;
    own_keys_ = start_.keys.size() - rest_keys_;
  }
}

CompiledExtractor::PartialSums CompiledExtractor::nothing() const {
  PartialSums sums = start_;
  for (const std::size_t key : partial_keys_) sums.complete[key] = 0;
  return sums;
}

template <class C>
void CompiledExtractor::add(const C& c, WordValues words, SumsFrom from, SumsTo to) const {
  if constexpr (std::is_same_v<C, Configuration>)
    code_.add(c, words, strides_.data(), from, to);
  else
    code_.add_shared(c, words, strides_.data(), from, to);
}

void CompiledExtractor::keep_complete(const FeatureKey* keys, const std::uint8_t* complete, std::size_t count,
                                      FeatureList& out) {
  FeatureKey* const kept = out.keys.data();
  std::size_t size = 0;
  for (std::size_t i = 0; i < count; ++i) {
    kept[size] = keys[i];
    size += complete[i];
  }
  out.size = size;
}

template <class C>
void CompiledExtractor::add_up(const C& c, WordValues words, PartialSums& sums) const {
  add(c, words, start_.from(), sums.to());
}

void CompiledExtractor::own_features(const PartialSums& sums, FeatureList& out) const {
  std::copy_n(sums.places.data() + rest_places_, own_places_, out.indexed.data());
  keep_complete(sums.keys.data() + rest_keys_, sums.complete.data() + rest_keys_, own_keys_, out);
}

template <class C>
void CompiledExtractor::extract(const C& c, WordValues words, const PartialSums& stack, const PartialSums& buffer,
                                FeatureList& out) const {
  const auto both = [](const auto& one, const auto& other, std::size_t count, auto* into, auto combine) {
    const auto* const a = one.data();
    const auto* const b = other.data();
    for (std::size_t i = 0; i < count; i += 16)
      for (std::size_t j = 0; j < 16; ++j) into[i + j] = combine(a[i + j], b[i + j]);
  };
  std::array<FeatureKey, kMostKeys> keys;
  std::array<std::uint8_t, kMostKeys> complete;
  both(stack.places, buffer.places, rest_places_, out.indexed.data(),
       [](std::uint32_t a, std::uint32_t b) { return a + b; });
  both(stack.keys, buffer.keys, rest_keys_, keys.data(), [](FeatureKey a, FeatureKey b) { return a + b; });
  both(stack.complete, buffer.complete, rest_keys_, complete.data(),
       [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>(a & b); });
  const SumsTo sums{out.indexed.data(), keys.data(), complete.data()};
  add(c, words, {sums.places, sums.keys, sums.complete}, sums);
  keep_complete(keys.data(), complete.data(), own_keys_, out);
}

template void CompiledExtractor::add_up(const Configuration&, WordValues, PartialSums&) const;
template void CompiledExtractor::add_up(const SharedConfiguration&, WordValues, PartialSums&) const;
template void CompiledExtractor::extract(const Configuration&, WordValues, const PartialSums&, const PartialSums&,
                                         FeatureList&) const;
template void CompiledExtractor::extract(const SharedConfiguration&, WordValues, const PartialSums&, const PartialSums&,
                                         FeatureList&) const;

}  // namespace dodona
