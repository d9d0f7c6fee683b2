// Softmax-margin (Gimpel and Smith 2010): logistic regression on which actions are cheapest, with larger margins
// for more expensive ones.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "learners/reduction.h"
#include "scoring/softmax.h"

namespace dodona {

/// Examples whose errors are all below this are skipped: after a few epochs these are most, and learning takes most of
/// the time.
inline constexpr float kSettled = 0.01f;

/// With p the predicted and c the real costs, each minus the cost of the cheapest action:
///
///     loss = log Σ exp(c - p) - log Σ exp(-p)       the second sum is over the cheapest actions
///
/// This is multinomial logistic regression with scores -p and a margin that grows with the cost. The error of an
/// action, the derivative of the loss by p, is its probability among the cheapest actions minus its probability among
/// all.
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
