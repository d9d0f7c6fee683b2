// Cost-sensitive margins: learns differences of costs that are predicted too small.
#pragma once

#include "learners/reduction.h"

namespace dodona {

/// With p the predicted and c the real costs, b the best action (as in multiclass.h), and v the action that violates
/// p(v) - p(b) >= c(v) - c(b) most: the loss is a quarter of the squared violation. So two errors are written, +half of
/// the violation for b and -half of it for v, and none if no action violates it.
///
/// Regression also learns costs that do not affect which action is best. This learns only differences that change the
/// decision, or nearly do (Crammer and Singer 2001, with margins that grow with costs).
inline void max_margin_errors(const float* predicted, std::span<const Action> allowed, const float* costs,
                              float* errors) {
  const std::size_t best = cheapest(predicted, allowed, costs);
  std::size_t worst = best;
  float most = 0;
  for (std::size_t i = 0; i < allowed.size(); ++i) {
    const float more = costs[i] - costs[best], short_by = more - (predicted[allowed[i]] - predicted[allowed[best]]);
    if (more <= 0 || short_by <= most) continue;
    most = short_by;
    worst = i;
  }
  if (worst == best) return;
  errors[allowed[best]] = most / 2;
  errors[allowed[worst]] = -most / 2;
}

}  // namespace dodona
