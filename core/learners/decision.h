// What a learner is told about a configuration: all that could be done, and what was right.
#pragma once

#include <span>

#include "transitions/transitions.h"

namespace dodona {

struct Decision {
  const float* scores;                      ///< what the learner gave each transition
  std::span<const TransitionRange> legal;   ///< the transitions that can be made
  std::span<const TransitionId> zero_cost;  ///< those of them that cost nothing
  TransitionId predicted;                   ///< the best by its score (t_p)
  TransitionId best;                        ///< the best by its score among those of no cost (t_o)
  bool is_right;                            ///< whether the one predicted costs nothing
  /// What each legal transition costs, label included, above the least; null unless the learner asks for it.
  const float* costs = nullptr;
};

/// A learner that asks what transitions cost, and not only which of them cost nothing.
template <class Learner>
concept AsksForCosts = requires { requires Learner::kAsksForCosts; };

}  // namespace dodona
