#include "training/online.h"

#include "training/sampling.h"
#include "base/interrupt.h"

namespace dodona {
template <class Learner>
template <class System>
void OnlineTrainer<Learner>::learn_with(const System& system, int epoch, std::size_t index, WordValues words, const Gold& gold,
                                        const SentenceOracle& oracle, EpochReport& report) {
  Random random(seed_of(options_.seed, epoch, index));
  const bool may_leave = epoch > options_.after;
  const auto label_cost = [&](Move move, Label label) {
    return builds_arc(move) ? cost_of_label(gold, system.arc(c_, move), label, options_.label_cost) : 0;
  };
  if constexpr (requires { learner_.begin_epoch(epoch); }) learner_.begin_epoch(epoch);
  system.start(c_, gold.words());
  while (!system.finished(c_)) {
    const MoveSet legal = system.legal(c_);
    extractor_.extract(c_, words, features_);
    learner_.score(features_, scores_.data());
    const Decision decision = deciding_.decide(system, transitions_, c_, legal, oracle.costs(c_), scores_.data(), label_cost, report);
    learner_.learn(features_, decision);
    const Transition followed = transitions_[next(decision, may_leave, random)];
    report.swaps += followed.move == Move::swap;
    system.apply(c_, followed.move, followed.label);
    poll_interrupt_if(followed.move == Move::swap);
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
