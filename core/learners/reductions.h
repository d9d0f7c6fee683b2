// Reductions: the costs of actions as errors of regressions.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "scoring/softmax.h"

namespace dodona {

/// What the regression of each action predicts.
enum class Reduction : std::uint8_t {
  csoaa,           ///< the cost of the action (cost-sensitive one-against-all)
  multiclass,      ///< 0 if the action is the best one, else 1 (one-against-all)
  max_margin,      ///< at least its cost above the best action's: only differences are learnt
  softmax_margin,  ///< the same, by a probabilistic loss
};

using Action = std::uint32_t;

/// Which of the allowed actions is the cheapest; among ties, the one with the lowest predicted cost.
inline std::size_t cheapest(const float* predicted, std::span<const Action> allowed, const float* costs) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < allowed.size(); ++i)
    if (costs[i] < costs[best] || (costs[i] == costs[best] && predicted[allowed[i]] < predicted[allowed[best]]))
      best = i;
  return best;
}

/// Cost-sensitive one-against-all: a regression on the cost of each action.
///
/// Writes the error (prediction - target) of every allowed action to its place in `errors`.
inline void csoaa_errors(const float* predicted, std::span<const Action> allowed, const float* costs, float* errors) {
  for (std::size_t i = 0; i < allowed.size(); ++i) errors[allowed[i]] = predicted[allowed[i]] - costs[i];
}

/// One-against-all: which action is the best one, whatever the others cost.
///
/// Writes the error (prediction - target) of every allowed action to its place in `errors`. The best action is the
/// cheapest; among ties, the one with the lowest predicted cost.
inline void multiclass_errors(const float* predicted, std::span<const Action> allowed, const float* costs,
                              float* errors) {
  const std::size_t best = cheapest(predicted, allowed, costs);
  for (std::size_t i = 0; i < allowed.size(); ++i)
    errors[allowed[i]] = predicted[allowed[i]] - (i == best ? 0.0f : 1.0f);
}

/// Cost-sensitive margins: differences of costs, where they are predicted too small.
///
/// With p the predicted and c the real costs, b the best action (as in one-against-all), and v the action that violates
/// p(v) - p(b) >= c(v) - c(b) most: the loss is a quarter of the squared violation. So two errors are written, +half of
/// the violation for b and -half of it for v, and none if no action violates it.
///
/// Regression also learns to predict costs that make no difference between actions; this learns only what changes
/// decisions, or nearly does (Crammer and Singer 2001, with margins that grow with costs).
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

/// Errors that are all less than this are not learnt from: most examples are well known after a few epochs, and
/// learning takes most of the time.
inline constexpr float kSettled = 0.01f;

/// Softmax-margin (Gimpel and Smith 2010): logistic regression on which actions are cheapest, with larger margins for
/// more expensive ones.
///
/// With p the predicted and c the real costs, each minus the cost of the cheapest action:
///
///     loss = log Σ exp(c - p) - log Σ exp(-p)       the second sum is over the cheapest actions
///
/// This is multinomial logistic regression with scores -p, except that an action must be the less probable the more it
/// costs. The errors, which are derivatives of the loss by p, are the probability that each of the cheapest actions has
/// among these, less that among all.
inline void softmax_margin_errors(const float* predicted, std::span<const Action> allowed, const float* costs,
                                  float* errors) {
  float least = std::numeric_limits<float>::max(), highest = std::numeric_limits<float>::lowest();
  for (std::size_t i = 0; i < allowed.size(); ++i) least = std::min(least, costs[i]);
  const auto exponent = [&](std::size_t i) { return (costs[i] - least) - predicted[allowed[i]]; };
  for (std::size_t i = 0; i < allowed.size(); ++i) highest = std::max(highest, exponent(i));
  float all = 0, cheapest = 0, cheapest_highest = std::numeric_limits<float>::lowest();
  for (std::size_t i = 0; i < allowed.size(); ++i)
    if (costs[i] == least) cheapest_highest = std::max(cheapest_highest, exponent(i));
  for (std::size_t i = 0; i < allowed.size(); ++i) {
    all += exp_of_negative(exponent(i) - highest);
    if (costs[i] == least) cheapest += exp_of_negative(exponent(i) - cheapest_highest);
  }
  bool settled = true;
  for (std::size_t i = 0; i < allowed.size(); ++i) {
    float& error = errors[allowed[i]];
    error = -exp_of_negative(exponent(i) - highest) / all;
    if (costs[i] == least) error += exp_of_negative(exponent(i) - cheapest_highest) / cheapest;
    settled = settled && std::abs(error) < kSettled;
  }
  if (settled)
    for (const Action action : allowed) errors[action] = 0;
}

}  // namespace dodona
