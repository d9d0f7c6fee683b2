#include "learners/passive_aggressive.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dodona {

// The competitor of t_o; none if there is nothing to learn.
template <class Perceptron>
auto PassiveAggressiveOn<Perceptron>::rival(const Decision& decision) const -> std::optional<Rival> {
  if (options_.cost_sensitive == CostSensitive::prediction) {
    if (decision.is_right) return std::nullopt;
    return Rival{decision.predicted, std::sqrt(decision.costs[decision.predicted])};
  }
  std::optional<Rival> found;
  float highest = std::numeric_limits<float>::lowest();
  for (const TransitionRange range : decision.legal)
    for (TransitionId id = range.begin; id < range.end; ++id) {
      const float cost = decision.costs[id];
      if (cost == 0) continue;
      const float margin = options_.cost_sensitive == CostSensitive::max_loss ? std::sqrt(cost) : 1.0f;
      if (decision.scores[id] + margin <= highest) continue;
      highest = decision.scores[id] + margin;
      found = {id, margin};
    }
  return found;
}

template <class Perceptron>
void PassiveAggressiveOn<Perceptron>::learn(const FeatureList& features, const Decision& decision) {
  if (decision.zero_cost.empty() || features.size == 0) return;  // no legal transition is right
  const std::optional<Rival> rival = this->rival(decision);
  if (!rival) return;
  const float loss = rival->margin + decision.scores[rival->transition] - decision.scores[decision.best];
  if (loss <= 0) return;
  // Every feature occurs twice, once with each transition.
  const float squared_norm = 2.0f * static_cast<float>(features.size);
  this->update(features, decision.best, rival->transition, std::min(options_.aggressiveness, loss / squared_norm));
}

template class PassiveAggressiveOn<AveragedPerceptron>;
template class PassiveAggressiveOn<HashedPerceptron>;

}  // namespace dodona
