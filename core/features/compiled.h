// Shipped template sets compiled to code without loops over atoms.
#pragma once

#include <cstdint>
#include <vector>

#include "features/atom_values.h"
#include "features/hashing.h"
#include "features/templates.h"

namespace dodona {

/// Partial sums, one per template: table places for indexed templates, keys for the others. `complete` is 1 for a key
/// if all atoms so far have values, else 0.
template <class Place, class Key, class Complete>
struct SumsAt {
  Place* places;
  Key* keys;
  Complete* complete;
};
using SumsFrom = SumsAt<const std::uint32_t, const FeatureKey, const std::uint8_t>;
using SumsTo = SumsAt<std::uint32_t, FeatureKey, std::uint8_t>;

/// Adds the terms of a part's atoms to the sums. `strides` are those of indexed templates, in the order of templates
/// and atoms.
template <class C>
using AddTerms = void (*)(const C& c, WordValues words, const std::uint32_t* strides, SumsFrom from, SumsTo to);

/// A template set compiled to code.
struct CompiledTemplates {
  struct OfPart {
    AddTerms<Configuration> add;
    AddTerms<SharedConfiguration> add_shared;
  };
  std::vector<bool> is_indexed;  ///< the templates that the code indexes
  std::vector<OfPart> parts;     ///< by Part
};

/// The code for a set, or null.
const CompiledTemplates* compiled(const TemplateSet& set);

}  // namespace dodona
