// What is right in a configuration that has been scored and costed: what online training learns from.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "learners/decision.h"
#include "oracles/costs.h"
#include "search/greedy.h"
#include "training/report.h"
#include "transitions/legal.h"

namespace dodona {

/// Makes decisions for a learner, and has the lists that they are made of: a decision is good until the next one is made.
template <class Learner>
class Deciding {
 public:
  /// For scores of that length.
  explicit Deciding(std::size_t padded) : costs_(AsksForCosts<Learner> ? padded : 0) {}

  /// ZERO_COST, or CORRECT: every move may cost something, where the gold tree is not projective or where exploration has led; then
  /// the cheapest ones count as such. `label_cost(move, label)` is what a label costs in addition. The decision is counted in the report.
  template <class System, class LabelCost>
  Decision decide(const System& system, const TransitionSet& transitions, const Configuration& c, MoveSet legal, const Costs& costs, const float* scores,
                  LabelCost label_cost, EpochReport& report) {
    const TransitionId predicted = best_legal(system, transitions, c, legal, scores);
    const float least = least_cost(costs, legal);
    legal_.clear();
    zero_cost_.clear();
    bool is_right = false;
    float predicted_cost = 0;
    TransitionId best = predicted;
    float highest = std::numeric_limits<float>::lowest();
    for_legal(system, transitions, c, legal, [&](Move move, TransitionRange range) {
      legal_.push_back(range);
      const float cost = costs[index_of(move)];
      for (TransitionId id = range.begin; id < range.end; ++id) {
        if (!AsksForCosts<Learner> && cost != least && id != predicted) continue;  // nobody asks what it costs
        const float more = label_cost(move, transitions[id].label);
        if constexpr (AsksForCosts<Learner>) costs_[id] = cost - least + more;
        if (id == predicted) predicted_cost = cost + more;
        if (cost != least || more != 0) continue;
        zero_cost_.push_back(id);
        is_right |= id == predicted;
        if (scores[id] > highest) {
          highest = scores[id];
          best = id;
        }
      }
    });
    ++report.decisions;
    report.cost += predicted_cost;
    report.updates += is_right ? 0u : 1u;
    return {scores, legal_, zero_cost_, predicted, best, is_right, AsksForCosts<Learner> ? costs_.data() : nullptr};
  }

 private:
  std::vector<TransitionRange> legal_;
  std::vector<TransitionId> zero_cost_;
  std::vector<float> costs_;
};

}  // namespace dodona
