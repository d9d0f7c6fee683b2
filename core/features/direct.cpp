#include "features/direct.h"

#include <algorithm>
#include <utility>

#include "features/answers.h"

namespace dodona {

DirectTemplates::DirectTemplates(const TemplateSet& set, const std::vector<std::uint32_t>& counts)
    : templates(set.templates.size()), values(counts) {
  constexpr std::uint64_t kLargest = 1 << 17, kLargestCompiled = 1 << 21, kMostCompiled = 1 << 23;
  const auto product_of = [&](const std::vector<std::uint16_t>& questions) {
    std::uint64_t product = 1;
    for (const std::uint16_t question : questions) product = std::min(product * values[question], kLargestCompiled + 1);
    return product;
  };
  // Code knows beforehand which templates are direct. It is of no use if there are too many words for that.
  code = compiled(set);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; code != nullptr && i < set.templates.size(); ++i) {
    if (!code->is_direct[i]) continue;
    const std::uint64_t product = product_of(set.templates[i]);
    sum += product;
    if (product == 0 || product > kLargestCompiled || sum > kMostCompiled) code = nullptr;
  }
  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    const std::uint64_t product = product_of(set.templates[i]);
    if (code != nullptr ? !code->is_direct[i] : product == 0 || product > kLargest) continue;
    std::vector<std::uint32_t> strides;
    std::uint32_t stride = 1;
    for (const std::uint16_t question : set.templates[i]) {
      strides.push_back(stride);
      stride *= values[question];
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
