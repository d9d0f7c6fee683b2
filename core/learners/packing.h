// From a learner's weights to a model for parsing.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "learners/cost_sensitive_learner.h"
#include "learners/hashed_rows.h"
#include "learners/passive_aggressive.h"
#include "scoring/linear/hashed_weights.h"
#include "scoring/linear/packed_weights.h"
#include "scoring/move_then_label/packed_regressor.h"

namespace dodona {

/// Takes a feature: its key, its template, and its weights.
using TakeWeights = std::function<void(FeatureKey, std::uint16_t, std::span<const Weight>)>;

/// A model with some weights, rounded to integers. `for_weights(take)` calls take for every feature once; it is
/// called twice. The scale is such that no sum of one weight from each template overflows 16 bits. The same
/// weights make the same bytes, in whatever order they come.
///
/// With `prune`, weights smaller than that are left out, and the others rounded to eight bits, so that the model gets
/// small.
PackedWeights pack(std::size_t transitions, const std::function<void(const TakeWeights&)>& for_weights,
                   float prune = 0);

/// The model of a learner as it is now.
template <class Learner>
PackedWeights pack(const Learner& learner, float prune = 0) {
  return pack(learner.transitions(), [&](const TakeWeights& take) { learner.for_weights(take); }, prune);
}

/// Averages in a hash kernel are only rounded. The scale is such that no sum of as many weights as there are templates
/// overflows 16 bits.
HashedWeights pack(const HashedPerceptron& learner, float prune = 0);
inline HashedWeights pack(const PassiveAggressiveOn<HashedPerceptron>& learner, float prune = 0) {
  return pack(static_cast<const HashedPerceptron&>(learner), prune);
}

PackedRegressor pack(const CostSensitiveLearner& learner);

}  // namespace dodona
