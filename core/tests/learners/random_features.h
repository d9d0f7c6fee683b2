// Random features for testing learners.
#pragma once

#include <cstdint>
#include <random>

#include "features/extractor.h"

namespace dodona {

/// A feature for most templates. The first two templates have few values, so that their features occur with many
/// transitions; the others have `values` values.
inline FeatureList random_features(std::size_t templates, std::uint64_t values, std::mt19937& random) {
  FeatureList features(templates);
  for (std::size_t i = 0; i < templates; ++i) {
    if (random() % 8 == 0) continue;
    const std::uint64_t value = random() % (i < 2 ? 3 : values);
    features.keys[features.size] = (value * templates + i + 1) * 0x9E3779B97F4A7C15u | 1;
    features.from[features.size++] = static_cast<std::uint16_t>(i);
  }
  return features;
}

}  // namespace dodona
