// Reductions: the costs of actions as targets of regressions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

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

}  // namespace dodona
