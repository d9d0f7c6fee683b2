#include "training/online.h"

#include <algorithm>
#include <limits>

#include "search/greedy.h"
#include "training/sampling.h"
#include "transitions/legal.h"

namespace dodona {
template <class Learner>
template <class System>
void OnlineTrainer<Learner>::learn_with(const System& system, int epoch, std::size_t index, WordValues words, const Gold& gold,
                                        const SentenceOracle& oracle, EpochReport& report) {
  Random random(seed_of(options_.seed, epoch, index));
  const bool may_leave = epoch > options_.after;
  system.start(c_, gold.words());
  while (!system.finished(c_)) {
    const MoveSet legal = system.legal(c_);
    extractor_.extract(c_, words, features_);
    learner_.score(features_, scores_.data());
    const TransitionId predicted = best_legal(system, transitions_, c_, legal, scores_.data());

    // ZERO_COST. Where the gold tree is not projective every move may cost something: then the cheapest.
    const Costs costs = oracle.costs(c_);
    float least = std::numeric_limits<float>::max();
    for (const Move move : kAllMoves)
      if (legal.has(move)) least = std::min(least, costs[index_of(move)]);
    legal_.clear();
    zero_cost_.clear();
    bool is_right = false;
    float predicted_cost = 0;
    TransitionId best = predicted;
    float highest = std::numeric_limits<float>::lowest();
    for_legal(system, transitions_, c_, legal, [&](Move move, TransitionRange range) {
      legal_.push_back(range);
      const bool cheapest = costs[index_of(move)] == least;
      for (TransitionId id = range.begin; id < range.end; ++id) {
        const float label_cost = builds_arc(move) ? cost_of_label(gold, system.arc(c_, move), transitions_[id].label, options_.label_cost) : 0;
        if constexpr (AsksForCosts<Learner>) costs_[id] = costs[index_of(move)] - least + label_cost;
        if (id == predicted) predicted_cost = costs[index_of(move)] + label_cost;
        if (!cheapest || label_cost != 0) continue;
        zero_cost_.push_back(id);
        is_right |= id == predicted;
        if (scores_[id] > highest) {
          highest = scores_[id];
          best = id;
        }
      }
    });

    ++report.decisions;
    report.cost += predicted_cost;
    report.updates += is_right ? 0u : 1u;
    const Decision decision{scores_.data(), legal_, zero_cost_, predicted, best, is_right, AsksForCosts<Learner> ? costs_.data() : nullptr};
    learner_.learn(features_, decision);
    const Transition followed = transitions_[next(decision, may_leave, random)];
    report.swaps += followed.move == Move::swap;
    system.apply(c_, followed.move, followed.label);
  }
  learner_.sentence_done();
}

// CHOOSE_NEXT
template <class Learner>
TransitionId OnlineTrainer<Learner>::next(const Decision& decision, bool may_leave, Random& random) const {
  switch (options_.policy) {
    case Policy::oracle: return decision.best;
    case Policy::sample:
      if constexpr (requires { learner_.probabilities(); })
        if (may_leave) return drawn(learner_.probabilities(), decision.legal, random);
      return decision.best;
    case Policy::ambiguity:
    case Policy::explore: break;
  }
  if (decision.zero_cost.empty() || decision.is_right) return decision.predicted;
  if (options_.policy == Policy::explore && may_leave && random.uniform() < options_.explore) return decision.predicted;
  return decision.zero_cost[random.below(decision.zero_cost.size())];
}

template class OnlineTrainer<AveragedPerceptron>;
template class OnlineTrainer<AdaGradRda>;
template class OnlineTrainer<PassiveAggressive>;
template class OnlineTrainer<HashedPerceptron>;
template class OnlineTrainer<PassiveAggressiveOn<HashedPerceptron>>;

}  // namespace dodona
