#include "features/extractor.h"

#include <utility>

#include "base/unrolled.h"

namespace dodona {

Extractor::Extractor(const TemplateSet& set)
    : atoms_(set), factors_(set.atoms.size()), templates_(set.templates.size()) {
  for (std::size_t atom = 0; atom < set.atoms.size(); ++atom) factors_[atoms_.place(atom)] = factor_of(atom);
  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    Group& group = groups_[set.templates[i].size()];
    for (const std::uint16_t atom : set.templates[i]) group.terms.push_back(atoms_.place(atom));
    group.from.push_back(static_cast<std::uint16_t>(i));
    group.seeds.push_back(seed_of(i));
  }
}

// The keys of the templates of a group whose atoms all have values. Local pointers avoid reloads after each store;
// there is no branch, since it would be unpredictable.
template <std::size_t N>
void Extractor::hash(const Group& group, const std::uint64_t* terms, FeatureList& out) {
  const std::uint16_t* which = group.terms.data();
  const std::uint64_t* const seeds = group.seeds.data();
  const std::uint16_t* const numbers = group.from.data();
  FeatureKey* const keys = out.keys.data();
  std::uint16_t* const from = out.from.data();
  const std::size_t count = group.seeds.size();
  std::size_t size = out.size;
  DODONA_UNROLLED for (std::size_t i = 0; i < count; ++i, which += N) {
    std::uint64_t key = seeds[i], all = 1;
    for (std::size_t j = 0; j < N; ++j) {
      const std::uint64_t term = terms[which[j]];
      key += term;
      all &= term;
    }
    keys[size] = key;
    from[size] = numbers[i];
    size += all;
  }
  out.size = size;
}

template <class C>
void Extractor::extract(const C& c, WordValues words, FeatureList& out) const {
  std::array<Value, kMostAtoms> values;
  atoms_.evaluate(c, words, values.data());
  std::array<std::uint64_t, kMostAtoms> terms;
  const std::uint64_t* const factors = factors_.data();
  const std::size_t count = factors_.size();
  DODONA_UNROLLED for (std::size_t i = 0; i < count; ++i) terms[i] = term_of(values[i], factors[i]);
  out.size = 0;
  [&]<std::size_t... N>(std::index_sequence<N...>) {
    (hash<N + 1>(groups_[N + 1], terms.data(), out), ...);
  }(std::make_index_sequence<kMostAtomsOfTemplate>());
}

template void Extractor::extract(const Configuration&, WordValues, FeatureList&) const;
template void Extractor::extract(const SharedConfiguration&, WordValues, FeatureList&) const;

}  // namespace dodona
