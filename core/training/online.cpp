#include "training/online.h"

#include <utility>

#include "search/sampling.h"
#include "training/order.h"

namespace dodona {

OnlineTrainer::OnlineTrainer(TrainingData data, const OnlineOptions& options, std::unique_ptr<Learner> learner)
    : Trainer(std::move(data), std::move(learner)), options_(options), learner_(static_cast<Learner&>(this->learner())),
      decisions_(data_.spec->transitions, learner_.needs_costs()) {}

EpochReport OnlineTrainer::epoch(int number, const Interrupt& interrupt) {
  learner_.start_epoch(number);
  return learn_in_order(order_of_epoch(options_.seed, number, data_.size(), data_.first), interrupt,
                        [&](std::size_t sentence, EpochReport& report) { learn(number, sentence, report); });
}

void OnlineTrainer::learn(int epoch, std::size_t sentence, EpochReport& report) {
  const Gold& gold = data_.golds[sentence];
  const SentenceOracle& oracle = *data_.oracles[sentence];
  Random random(seed_of(options_.seed, epoch, data_.first + sentence));
  const bool may_explore = epoch > options_.after;
  learner_.start(sentence);
  data_.spec->system.visit([&](const auto& system) {
    const auto label_cost = [&](Move move, Label label) {
      return builds_arc(move) ? cost_of_label(gold, system.arc(c_, move), label, options_.label_cost) : 0;
    };
    system.start(c_, gold.words());
    while (!system.finished(c_)) {
      const LegalTransitions legal(system, data_.spec->transitions, c_);
      const Decision decision = decisions_.decide(legal, oracle.costs(c_), learner_.score(c_), label_cost, report);
      learner_.learn(decision);
      const Transition followed =
          data_.spec->transitions[next_transition(decision, options_, may_explore, learner_.probabilities(), random)];
      report.swaps += followed.move == Move::swap;
      system.apply(c_, followed.move, followed.label);
      poll_interrupt_if(followed.move == Move::swap);
    }
  });
  learner_.end_sentence();
}

TransitionId next_transition(const Decision& decision, const OnlineOptions& options, bool may_explore,
                             const float* probabilities, Random& random) {
  switch (options.policy) {
    case Policy::oracle: return decision.best;
    case Policy::sample:
      if (may_explore && probabilities != nullptr) return drawn(probabilities, decision.legal, random);
      return decision.best;
    case Policy::ambiguity:
    case Policy::explore: break;
  }
  if (decision.zero_cost.empty() || decision.is_right) return decision.predicted;
  if (options.policy == Policy::explore && may_explore && random.uniform() < options.explore) return decision.predicted;
  return decision.zero_cost[random.below(decision.zero_cost.size())];
}

}  // namespace dodona
