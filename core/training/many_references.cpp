#include "training/many_references.h"

#include <utility>

#include "training/order.h"

namespace dodona {

ManyReferencesTrainer::ManyReferencesTrainer(TrainingData data, const OnlineOptions& options,
                                             std::unique_ptr<Learner> learner)
    : Trainer(std::move(data), std::move(learner)), options_(options), learner_(static_cast<Learner&>(this->learner())),
      decisions_(data_.spec->transitions, learner_.needs_costs()), survivors_(data_.first_group.back(), 0) {}

EpochReport ManyReferencesTrainer::epoch(int number, const Interrupt& interrupt) {
  learner_.start_epoch(number);
  return learn_in_order(order_of_epoch(options_.seed, number, data_.size()), interrupt,
                        [&](std::size_t sentence, EpochReport& report) { learn(number, sentence, report); });
}

void ManyReferencesTrainer::learn(int epoch, std::size_t sentence, EpochReport& report) {
  const ParserSpec& spec = *data_.spec;
  const References& references = data_.references[sentence];
  Random random(seed_of(options_.seed, epoch, sentence));
  const bool may_explore = options_.policy == Policy::explore && epoch > options_.after;
  const auto label_cost = [&](Move move, Label label) {
    return surviving_.cost_of_label(c_, move, label, options_.label_cost);
  };
  learner_.start(sentence);
  surviving_.start(references);
  spec.system.start(c_, references.words());
  while (!spec.system.finished(c_)) {
    const LegalTransitions legal(spec.system, spec.transitions, c_);
    const Decision decision =
        decisions_.decide(legal, surviving_.costs(c_, legal.moves), learner_.score(c_), label_cost, report);
    learner_.learn(decision);
    const bool follow = decision.is_right || (may_explore && random.uniform() < options_.explore);
    const Transition followed = spec.transitions[follow ? decision.predicted : decision.best];
    surviving_.follow(c_, followed.move, followed.label);
    spec.system.apply(c_, followed.move, followed.label);
  }
  learner_.end_sentence();
  for (std::size_t group = 0; group < references.groups().size(); ++group)
    survivors_[data_.first_group[sentence] + group] = static_cast<std::int32_t>(surviving_.survivor(group));
}

}  // namespace dodona
