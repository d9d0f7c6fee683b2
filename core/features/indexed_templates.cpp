#include "features/indexed_templates.h"

#include <algorithm>
#include <utility>

#include "features/atom_values.h"

namespace dodona {

IndexedTemplates::IndexedTemplates(const TemplateSet& set, const std::vector<std::uint32_t>& counts)
    : templates(set.templates.size()), values(counts) {
  constexpr std::uint64_t kLargest = 1 << 17, kLargestCompiled = 1 << 21, kMostCompiled = 1 << 23;
  const auto product_of = [&](const std::vector<std::uint16_t>& atoms) {
    std::uint64_t product = 1;
    for (const std::uint16_t atom : atoms) product = std::min(product * values[atom], kLargestCompiled + 1);
    return product;
  };
  // Compiled code fixes which templates are indexed. It cannot be used if their tables would be too large.
  code = compiled(set);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; code != nullptr && i < set.templates.size(); ++i) {
    if (!code->is_indexed[i]) continue;
    const std::uint64_t product = product_of(set.templates[i]);
    sum += product;
    if (product == 0 || product > kLargestCompiled || sum > kMostCompiled) code = nullptr;
  }
  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    const std::uint64_t product = product_of(set.templates[i]);
    if (code != nullptr ? !code->is_indexed[i] : product == 0 || product > kLargest) continue;
    std::vector<std::uint32_t> strides;
    std::uint32_t stride = 1;
    for (const std::uint16_t atom : set.templates[i]) {
      strides.push_back(stride);
      stride *= values[atom];
    }
    templates[i] = {true, size, std::move(strides)};
    size += stride;
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
