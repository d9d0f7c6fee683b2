// Makes a decision, which online training learns from, of a configuration's scores and costs.
#pragma once

#include <limits>
#include <vector>

#include "learners/decision.h"
#include "oracles/costs.h"
#include "scoring/scorer.h"
#include "training/report.h"

namespace dodona {

/// Makes decisions. Each is valid until the next, since it points to lists that are stored here.
class DecisionMaker {
 public:
  /// `all_costs`: whether decisions include the costs of all legal transitions.
  DecisionMaker(const TransitionSet& transitions, bool all_costs)
      : transitions_(transitions), all_costs_(all_costs), costs_(all_costs ? transitions.size() : 0) {}

  /// The zero-cost transitions are the cheapest legal ones: if the gold tree is unreachable, or not projective, every
  /// move may have a cost. `label_cost(move, label)` is the cost of a label. The decision is counted in the report.
  template <class LabelCost>
  Decision decide(const LegalTransitions& legal, const Costs& costs, const float* scores, LabelCost label_cost,
                  EpochReport& report) {
    const TransitionId predicted = highest_scoring(scores, legal);
    const float least = least_cost(costs, legal.moves);
    legal_.assign(legal.begin(), legal.end());
    zero_cost_.clear();
    bool is_right = false;
    float predicted_cost = 0;
    TransitionId best = predicted;
    float highest = std::numeric_limits<float>::lowest();
    for (const TransitionRange range : legal) {
      if (range.empty()) continue;
      const Move move = transitions_[range.begin].move;
      const float cost = costs[index_of(move)];
      for (TransitionId id = range.begin; id < range.end; ++id) {
        if (!all_costs_ && cost != least && id != predicted) continue;  // its cost is not needed
        const float more = label_cost(move, transitions_[id].label);
        if (all_costs_) costs_[id] = cost - least + more;
        if (id == predicted) predicted_cost = cost + more;
        if (cost != least || more != 0) continue;
        zero_cost_.push_back(id);
        is_right |= id == predicted;
        if (scores[id] > highest) {
          highest = scores[id];
          best = id;
        }
      }
    }
    ++report.decisions;
    report.cost += predicted_cost;
    report.updates += is_right ? 0u : 1u;
    return {scores, legal_, zero_cost_, predicted, best, is_right, all_costs_ ? costs_.data() : nullptr};
  }

 private:
  const TransitionSet& transitions_;
  bool all_costs_;
  std::vector<TransitionRange> legal_;
  std::vector<TransitionId> zero_cost_;
  std::vector<float> costs_;
};

}  // namespace dodona
