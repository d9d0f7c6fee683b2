#include "features/extractor.h"

#include <utility>

#include "features/unrolled.h"

namespace dodona {

Extractor::Extractor(const TemplateSet& set)
    : questions_(set, std::vector<bool>(set.atoms.size(), true)), factors_(set.atoms.size()), templates_(set.templates.size()) {
  for (std::size_t i = 0; i < set.atoms.size(); ++i) factors_[questions_.place(i)] = factor_of(i);
  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    Group& group = groups_[set.templates[i].size()];
    for (const std::uint16_t question : set.templates[i]) group.answers.push_back(static_cast<std::uint16_t>(questions_.place(question)));
    group.from.push_back(static_cast<std::uint16_t>(i));
    group.seeds.push_back(seed_of(i));
  }
}

// The keys of the templates of a group that have all their answers. Pointers are local, so that nothing
// has to be loaded again after a store, and there is no branch, since nobody could predict it.
template <std::size_t N>
std::size_t Extractor::hash(const Group& group, const std::uint64_t* shares, FeatureKey* keys, std::uint16_t* from, std::size_t size) {
  const std::uint16_t* answer = group.answers.data();
  const std::uint64_t* const seeds = group.seeds.data();
  const std::uint16_t* const numbers = group.from.data();
  const std::size_t count = group.seeds.size();
  DODONA_UNROLLED for (std::size_t i = 0; i < count; ++i, answer += N) {
    std::uint64_t key = seeds[i], all = 1;
    for (std::size_t j = 0; j < N; ++j) {
      const std::uint64_t share = shares[answer[j]];
      key += share;
      all &= share;
    }
    keys[size] = key;
    from[size] = numbers[i];
    size += all;
  }
  return size;
}

template <class C>
void Extractor::extract(const C& c, WordValues words, FeatureList& out) const {
  std::array<Value, kMostAtoms> answers;
  questions_.ask(c, words, answers.data());
  std::array<std::uint64_t, kMostAtoms> shares;
  const std::uint64_t* const factors = factors_.data();
  const std::size_t questions = factors_.size();
  DODONA_UNROLLED for (std::size_t i = 0; i < questions; ++i) shares[i] = share_of(answers[i], factors[i]);
  std::size_t size = 0;
  [&]<std::size_t... N>(std::index_sequence<N...>) {
    ((size = hash<N + 1>(groups_[N + 1], shares.data(), out.keys.data(), out.from.data(), size)), ...);
  }(std::make_index_sequence<kMostQuestions>());
  out.size = size;
}

template void Extractor::extract(const Configuration&, WordValues, FeatureList&) const;
template void Extractor::extract(const SharedConfiguration&, WordValues, FeatureList&) const;

}  // namespace dodona
