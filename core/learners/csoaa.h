// Cost-sensitive one-against-all: a regression on the cost of each action.
#pragma once

#include "learners/reduction.h"

namespace dodona {

/// Writes the error (prediction - target) of every allowed action to its place in `errors`.
inline void csoaa_errors(const float* predicted, std::span<const Action> allowed, const float* costs, float* errors) {
  for (std::size_t i = 0; i < allowed.size(); ++i) errors[allowed[i]] = predicted[allowed[i]] - costs[i];
}

}  // namespace dodona
