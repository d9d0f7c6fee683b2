// What a learner is told about a configuration: all that could be done, and what was right.
#pragma once

#include <limits>
#include <optional>
#include <span>

#include "transitions/transitions.h"

namespace dodona {

struct Decision {
  const float* scores;                      ///< what the learner gave each transition
  std::span<const TransitionRange> legal;   ///< the transitions that can be made
  std::span<const TransitionId> zero_cost;  ///< those of them that cost nothing, in the same order
  TransitionId predicted;                   ///< the best by its score (t_p)
  TransitionId best;                        ///< the best by its score among those of no cost (t_o)
  bool is_right;                            ///< whether the one predicted costs nothing
  /// What each legal transition costs, label included, above the least; null unless the learner asks for it.
  const float* costs = nullptr;

  /// What `best` should score higher than, and does not: the one predicted, if that was wrong; or else, of those that
  /// cost something, the one that scores highest, if `best` is ahead of it by less than `margin`.
  std::optional<TransitionId> rival(float margin) const {
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
