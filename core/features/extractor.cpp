#include "features/extractor.h"

#include <utility>

#include "base/unrolled.h"

namespace dodona {
namespace {

std::vector<bool> templates_of(const TemplateSet& set, Part part) {
  std::vector<bool> wanted;
  for (const auto& questions : set.templates) wanted.push_back(part_of_template(set, questions) == part);
  return wanted;
}

std::vector<bool> questions_of(const TemplateSet& set, const std::vector<bool>& wanted) {
  std::vector<bool> asked(set.atoms.size());
  for (std::size_t i = 0; i < set.templates.size(); ++i)
    if (wanted[i])
      for (const std::uint16_t question : set.templates[i]) asked[question] = true;
  return asked;
}

}  // namespace

Extractor::Extractor(const TemplateSet& set)
    : Extractor(set, DirectTemplates(), std::vector<bool>(set.templates.size(), true)) {}

Extractor::Extractor(const TemplateSet& set, Part part, const DirectTemplates& direct)
    : Extractor(set, direct, templates_of(set, part)) {
  is_part_ = true;
}

Extractor::Extractor(const TemplateSet& set, const DirectTemplates& direct, const std::vector<bool>& wanted)
    : questions_(set, questions_of(set, wanted)) {
  constexpr std::uint16_t kNotYet = 0xFFFF;
  std::vector<std::uint16_t> share(set.atoms.size(), kNotYet);
  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    if (!wanted[i]) continue;
    const std::vector<std::uint16_t>& questions = set.templates[i];
    if (i < direct.templates.size() && direct.templates[i].is_direct) {
      DirectGroup& group = direct_[questions.size()];
      for (const std::uint16_t question : questions)
        group.answers.push_back(static_cast<std::uint16_t>(questions_.place(question)));
      const DirectTemplates::Template& how = direct.templates[i];
      group.strides.insert(group.strides.end(), how.strides.begin(), how.strides.end());
      group.bases.push_back(how.base);
      ++direct_count_;
      continue;
    }
    Group& group = groups_[questions.size()];
    for (const std::uint16_t question : questions) {
      if (share[question] == kNotYet) {
        share[question] = static_cast<std::uint16_t>(hashed_.size());
        hashed_.push_back(static_cast<std::uint16_t>(questions_.place(question)));
        factors_.push_back(factor_of(question));
      }
      group.shares.push_back(share[question]);
    }
    group.from.push_back(static_cast<std::uint16_t>(i));
    group.seeds.push_back(seed_of(i));
    ++templates_;
  }
}

// The keys of the templates of a group that have all their answers. Pointers are local, so that nothing
// has to be loaded again after a store, and there is no branch, since nobody could predict it.
template <std::size_t N, bool Named>
std::size_t Extractor::hash(const Group& group, const std::uint64_t* shares, FeatureKey* keys, std::uint16_t* from,
                            std::size_t size) {
  const std::uint16_t* which = group.shares.data();
  const std::uint64_t* const seeds = group.seeds.data();
  const std::uint16_t* const numbers = group.from.data();
  const std::size_t count = group.seeds.size();
  DODONA_UNROLLED for (std::size_t i = 0; i < count; ++i, which += N) {
    std::uint64_t key = seeds[i], all = 1;
    for (std::size_t j = 0; j < N; ++j) {
      const std::uint64_t share = shares[which[j]];
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
std::uint32_t* Extractor::number(const DirectGroup& group, const Value* answers, std::uint32_t* out) {
  const std::uint16_t* answer = group.answers.data();
  const std::uint32_t* stride = group.strides.data();
  const std::uint32_t* const bases = group.bases.data();
  const std::size_t count = group.bases.size();
  DODONA_UNROLLED for (std::size_t i = 0; i < count; ++i, answer += N, stride += N) {
    std::uint32_t place = bases[i] + answers[answer[0]];  // whose stride is 1
    for (std::size_t j = 1; j < N; ++j) place += answers[answer[j]] * stride[j];
    out[i] = place;
  }
  return out + count;
}

template <class C>
void Extractor::extract(const C& c, WordValues words, FeatureList& out) const {
  std::array<Value, kMostAtoms> answers;
  questions_.ask(c, words, answers.data());
  std::array<std::uint64_t, kMostAtoms> shares;
  const std::uint64_t* const factors = factors_.data();
  const std::uint16_t* const hashed = hashed_.data();
  const std::size_t questions = hashed_.size();
  DODONA_UNROLLED for (std::size_t i = 0; i < questions; ++i) shares[i] = share_of(answers[hashed[i]], factors[i]);
  [&]<std::size_t... N>(std::index_sequence<N...>) {
    std::uint32_t* places = out.direct.data();
    ((places = number<N + 1>(direct_[N + 1], answers.data(), places)), ...);
    const auto hash_all = [&]<bool Named>() {
      std::size_t size = 0;
      ((size = hash<N + 1, Named>(groups_[N + 1], shares.data(), out.keys.data(), out.from.data(), size)), ...);
      return size;
    };
    out.size = out.from.empty() ? hash_all.template operator()<false>() : hash_all.template operator()<true>();
  }
  (std::make_index_sequence<kMostQuestions>());
}

template void Extractor::extract(const Configuration&, WordValues, FeatureList&) const;
template void Extractor::extract(const SharedConfiguration&, WordValues, FeatureList&) const;

}  // namespace dodona
