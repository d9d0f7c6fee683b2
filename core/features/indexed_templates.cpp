#include "features/indexed_templates.h"

#include <algorithm>
#include <utility>

#include "features/atom_values.h"

namespace dodona {

IndexedTemplates::IndexedTemplates(const TemplateSet& set, const std::vector<std::uint32_t>& counts)
    : templates(set.templates.size()), values(counts) {
  constexpr std::uint64_t kLargest = 1 << 21, kMost = 1 << 23;
  code = compiled(set);
  if (code == nullptr) return;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    if (!code->is_indexed[i]) continue;
    std::vector<std::uint32_t> strides;
    std::uint64_t product = 1;
    for (const std::uint16_t atom : set.templates[i]) {
      strides.push_back(static_cast<std::uint32_t>(product));
      product = std::min(product * values[atom], kLargest + 1);
    }
    templates[i] = {true, size, std::move(strides)};
    sum += product;
    if (product == 0 || product > kLargest || sum > kMost) {
      *this = {};
      return;
    }
    size = static_cast<std::uint32_t>(sum);
  }
}

std::vector<std::uint32_t> value_counts(const TemplateSet& set, const Encoder& encoder, std::size_t labels) {
  std::vector<std::uint32_t> counts;
  for (const Atom atom : set.atoms) {
    switch (atom.kind) {
      case Atom::Kind::attribute:
        counts.push_back(static_cast<std::uint32_t>(encoder.vocabularies()[atom.attribute].strings().size()) + 2);
        break;
      case Atom::Kind::label: counts.push_back(static_cast<std::uint32_t>(labels) + 1); break;
      case Atom::Kind::distance: counts.push_back(kDistances); break;
      case Atom::Kind::same:
      case Atom::Kind::attached: counts.push_back(3); break;
      default: counts.push_back(0); break;
    }
  }
  return counts;
}

}  // namespace dodona
