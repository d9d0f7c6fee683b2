#include "features/feature_set.h"

#include <algorithm>

namespace dodona {

std::optional<std::size_t> FeatureSet::tag_attribute() const {
  for (const char* const name : {"tag", "upos", "xpos"}) {
    const auto found = std::ranges::find(templates.attributes, name, &Attribute::name);
    if (found != templates.attributes.end()) return static_cast<std::size_t>(found - templates.attributes.begin());
  }
  return std::nullopt;
}

}  // namespace dodona
