// Templates whose features are numbered instead of hashed.
#pragma once

#include <cstdint>
#include <vector>

#include "features/compiled.h"
#include "features/encoder.h"
#include "features/templates.h"

namespace dodona {

/// Templates whose atoms have few values, such as pairs of tags: their features are numbered, and the numbers are
/// places in a plain table.
struct IndexedTemplates {
  struct Template {
    bool is_indexed = false;
    std::uint32_t base = 0;              ///< where its part of the table begins
    std::vector<std::uint32_t> strides;  ///< one for each atom
  };

  IndexedTemplates() = default;
  /// `values[atom]` is the number of values of an atom; 0 if it cannot be indexed.
  IndexedTemplates(const TemplateSet& set, const std::vector<std::uint32_t>& values);

  std::vector<Template> templates;
  std::vector<std::uint32_t> values;
  std::uint32_t size = 0;                   ///< of the table
  const CompiledTemplates* code = nullptr;  ///< compiled code that indexes the same templates, if there is any
};

/// The number of values of each atom; 0 for atoms whose values are not consecutive numbers from 0.
std::vector<std::uint32_t> value_counts(const TemplateSet& set, const Encoder& encoder, std::size_t labels);

/// Calls `take(place, key)` for every feature that indexed templates can have.
template <class F>
void for_indexed_features(const TemplateSet& set, const IndexedTemplates& indexed, F take) {
  for (std::size_t i = 0; i < indexed.templates.size(); ++i) {
    if (!indexed.templates[i].is_indexed) continue;
    const std::vector<std::uint16_t>& atoms = set.templates[i];
    // All values of the first `count` atoms, given those of the others. The value 0 (none) has no feature.
    const auto fill = [&](auto& self, std::size_t count, std::uint32_t place, FeatureKey key) -> void {
      if (count == 0) return take(place, key);
      const std::uint16_t atom = atoms[count - 1];
      for (Value value = 1; value < indexed.values[atom]; ++value)
        self(self, count - 1, place + value * indexed.templates[i].strides[count - 1],
             key + term_of(value, factor_of(atom)));
    };
    fill(fill, atoms.size(), indexed.templates[i].base, seed_of(i));
  }
}

}  // namespace dodona
