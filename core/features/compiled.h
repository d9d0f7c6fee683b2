// Shipped template sets as code: parsing with them needs no loops over questions.
#pragma once

#include <cstdint>
#include <vector>

#include "features/answers.h"
#include "features/hashing.h"
#include "features/templates.h"

namespace dodona {

/// Sums of shares, one for each template that takes part: of places for direct ones, of keys for the others, and for
/// these whether no answer is missing so far, 1, or one is, 0.
template <class Place, class Key, class Answered>
struct SumsAt {
  Place* places;
  Key* keys;
  Answered* answered;
};
using SumsFrom = SumsAt<const std::uint32_t, const FeatureKey, const std::uint8_t>;
using SumsTo = SumsAt<std::uint32_t, FeatureKey, std::uint8_t>;

/// Adds the shares of the questions of a part to some sums. `strides` are those of direct templates, in the order of
/// templates and questions.
template <class C>
using AddShares = void (*)(const C& c, WordValues words, const std::uint32_t* strides, SumsFrom from, SumsTo to);

/// What is known of a set at compile time.
struct CompiledTemplates {
  struct OfPart {
    AddShares<Configuration> add;
    AddShares<SharedConfiguration> add_shared;
  };
  std::vector<bool> is_direct;  ///< the templates that the code takes to be direct
  std::vector<OfPart> parts;    ///< by Part
};

/// The code for a set, or null.
const CompiledTemplates* compiled(const TemplateSet& set);

}  // namespace dodona
