// What a learner learns from: a configuration's legal transitions, and which of them have zero cost.
#pragma once

#include <limits>
#include <optional>
#include <span>

#include "transitions/transitions.h"

namespace dodona {

struct Decision {
  const float* scores;                      ///< by the learner, for each transition
  std::span<const TransitionRange> legal;   ///< the legal transitions
  std::span<const TransitionId> zero_cost;  ///< the zero-cost ones among them, in the same order
  TransitionId predicted;                   ///< the legal transition with the highest score (t_p)
  TransitionId best;                        ///< the zero-cost transition with the highest score (t_o)
  bool is_right;                            ///< whether the predicted transition has zero cost
  /// The cost of each legal transition, label included, minus the least cost; null unless the learner needs costs.
  const float* costs = nullptr;

  /// The competitor to update against: the predicted transition if it is wrong; else the wrong transition with the
  /// highest score, if `best` leads it by less than `margin`.
  std::optional<TransitionId> rival(float margin) const {
    if (zero_cost.empty()) return std::nullopt;  // no legal transition is correct
    if (!is_right) return predicted;
    if (margin <= 0) return std::nullopt;
    TransitionId found = best;
    float highest = std::numeric_limits<float>::lowest();
    auto right = zero_cost.begin();
    for (const TransitionRange range : legal)
      for (TransitionId id = range.begin; id < range.end; ++id) {
        if (right != zero_cost.end() && *right == id) {
          ++right;
        } else if (scores[id] > highest) {
          highest = scores[id];
          found = id;
        }
      }
    return found != best && scores[best] - highest < margin ? std::optional(found) : std::nullopt;
  }
};

}  // namespace dodona
