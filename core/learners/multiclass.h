// One-against-all: predicts whether an action is the best one, ignoring the costs of the others.
#pragma once

#include "learners/reduction.h"

namespace dodona {

/// Writes the error (prediction - target) of every allowed action to its place in `errors`. The best action is the
/// cheapest; among ties, the one with the lowest predicted cost.
inline void multiclass_errors(const float* predicted, std::span<const Action> allowed, const float* costs,
                              float* errors) {
  const std::size_t best = cheapest(predicted, allowed, costs);
  for (std::size_t i = 0; i < allowed.size(); ++i)
    errors[allowed[i]] = predicted[allowed[i]] - (i == best ? 0.0f : 1.0f);
}

}  // namespace dodona
