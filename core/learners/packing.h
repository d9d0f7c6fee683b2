// Packs a learner's weights into a model for parsing.
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

/// Receives a feature: its key, its template, and its weights.
using TakeWeights = std::function<void(FeatureKey, std::uint16_t, std::span<const Weight>)>;

/// Makes a model of weights rounded to integers. `for_weights(take)` must call `take` once for every feature; it is
/// called twice. The scale is chosen so that no sum of one weight from each template overflows 16 bits. The order of
/// the features does not affect the result.
///
/// For a small model, `prune` leaves out weights below it and rounds the others to eight bits.
PackedWeights pack(std::size_t transitions, const std::function<void(const TakeWeights&)>& for_weights,
                   float prune = 0);

/// The current model of a learner.
template <class Learner>
PackedWeights pack(const Learner& learner, float prune = 0) {
  return pack(learner.transitions(), [&](const TakeWeights& take) { learner.for_weights(take); }, prune);
}

/// Rounds the averages in a hash kernel. The scale is chosen so that no sum of as many weights as there are templates
/// overflows 16 bits.
HashedWeights pack(const HashedPerceptron& learner, float prune = 0);
inline HashedWeights pack(const PassiveAggressiveOn<HashedPerceptron>& learner, float prune = 0) {
  return pack(static_cast<const HashedPerceptron&>(learner), prune);
}

PackedRegressor pack(const CostSensitiveLearner& learner);

}  // namespace dodona
