#include "features/extractor.h"

#include <utility>

#include "base/unrolled.h"

namespace dodona {
namespace {

std::vector<bool> templates_of(const TemplateSet& set, Part part) {
  std::vector<bool> wanted;
  for (const auto& atoms : set.templates) wanted.push_back(part_of_template(set, atoms) == part);
  return wanted;
}

std::vector<bool> atoms_of(const TemplateSet& set, const std::vector<bool>& wanted) {
  std::vector<bool> used(set.atoms.size());
  for (std::size_t i = 0; i < set.templates.size(); ++i)
    if (wanted[i])
      for (const std::uint16_t atom : set.templates[i]) used[atom] = true;
  return used;
}

}  // namespace

Extractor::Extractor(const TemplateSet& set)
    : Extractor(set, IndexedTemplates(), std::vector<bool>(set.templates.size(), true)) {}

Extractor::Extractor(const TemplateSet& set, Part part, const IndexedTemplates& indexed)
    : Extractor(set, indexed, templates_of(set, part)) {
  is_part_ = true;
}

Extractor::Extractor(const TemplateSet& set, const IndexedTemplates& indexed, const std::vector<bool>& wanted)
    : atoms_(set, atoms_of(set, wanted)) {
  constexpr std::uint16_t kNotYet = 0xFFFF;
  std::vector<std::uint16_t> term(set.atoms.size(), kNotYet);
  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    if (!wanted[i]) continue;
    const std::vector<std::uint16_t>& atoms = set.templates[i];
    if (i < indexed.templates.size() && indexed.templates[i].is_indexed) {
      IndexedGroup& group = indexed_groups_[atoms.size()];
      for (const std::uint16_t atom : atoms) group.atoms.push_back(static_cast<std::uint16_t>(atoms_.place(atom)));
      const IndexedTemplates::Template& how = indexed.templates[i];
      group.strides.insert(group.strides.end(), how.strides.begin(), how.strides.end());
      group.bases.push_back(how.base);
      ++indexed_count_;
      continue;
    }
    Group& group = groups_[atoms.size()];
    for (const std::uint16_t atom : atoms) {
      if (term[atom] == kNotYet) {
        term[atom] = static_cast<std::uint16_t>(hashed_.size());
        hashed_.push_back(static_cast<std::uint16_t>(atoms_.place(atom)));
        factors_.push_back(factor_of(atom));
      }
      group.terms.push_back(term[atom]);
    }
    group.from.push_back(static_cast<std::uint16_t>(i));
    group.seeds.push_back(seed_of(i));
    ++templates_;
  }
}

// The keys of the templates of a group whose atoms all have values. Local pointers avoid reloads after each store;
// there is no branch, since it would be unpredictable.
template <std::size_t N, bool Named>
std::size_t Extractor::hash(const Group& group, const std::uint64_t* terms, FeatureKey* keys, std::uint16_t* from,
                            std::size_t size) {
  const std::uint16_t* which = group.terms.data();
  const std::uint64_t* const seeds = group.seeds.data();
  const std::uint16_t* const numbers = group.from.data();
  const std::size_t count = group.seeds.size();
  DODONA_UNROLLED for (std::size_t i = 0; i < count; ++i, which += N) {
    std::uint64_t key = seeds[i], all = 1;
    for (std::size_t j = 0; j < N; ++j) {
      const std::uint64_t term = terms[which[j]];
      key += term;
      all &= term;
    }
    keys[size] = key;
    if constexpr (Named) from[size] = numbers[i];
    size += all;
  }
  return size;
}

// The places of indexed templates. If an atom has no value, the place has no weights.
template <std::size_t N>
std::uint32_t* Extractor::number(const IndexedGroup& group, const Value* values, std::uint32_t* out) {
  const std::uint16_t* atom = group.atoms.data();
  const std::uint32_t* stride = group.strides.data();
  const std::uint32_t* const bases = group.bases.data();
  const std::size_t count = group.bases.size();
  DODONA_UNROLLED for (std::size_t i = 0; i < count; ++i, atom += N, stride += N) {
    std::uint32_t place = bases[i] + values[atom[0]];  // stride 1
    for (std::size_t j = 1; j < N; ++j) place += values[atom[j]] * stride[j];
    out[i] = place;
  }
  return out + count;
}

template <class C>
void Extractor::extract(const C& c, WordValues words, FeatureList& out) const {
  std::array<Value, kMostAtoms> values;
  atoms_.evaluate(c, words, values.data());
  std::array<std::uint64_t, kMostAtoms> terms;
  const std::uint64_t* const factors = factors_.data();
  const std::uint16_t* const hashed = hashed_.data();
  const std::size_t count = hashed_.size();
  DODONA_UNROLLED for (std::size_t i = 0; i < count; ++i) terms[i] = term_of(values[hashed[i]], factors[i]);
  [&]<std::size_t... N>(std::index_sequence<N...>) {
    std::uint32_t* places = out.indexed.data();
    ((places = number<N + 1>(indexed_groups_[N + 1], values.data(), places)), ...);
    const auto hash_all = [&]<bool Named>() {
      std::size_t size = 0;
      ((size = hash<N + 1, Named>(groups_[N + 1], terms.data(), out.keys.data(), out.from.data(), size)), ...);
      return size;
    };
    out.size = out.from.empty() ? hash_all.template operator()<false>() : hash_all.template operator()<true>();
  }(std::make_index_sequence<kMostAtomsOfTemplate>());
}

template void Extractor::extract(const Configuration&, WordValues, FeatureList&) const;
template void Extractor::extract(const SharedConfiguration&, WordValues, FeatureList&) const;

}  // namespace dodona
