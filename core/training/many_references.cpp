#include "training/many_references.h"

namespace dodona {

template <class Learner>
void ManyReferencesTrainer<Learner>::learn(int epoch, std::size_t index, EpochReport& report) {
  const ParserSetup& setup = *data_.setup;
  const References& references = data_.references[index];
  Random random(seed_of(options_.seed, epoch, index));
  const bool may_leave = options_.policy == Policy::explore && epoch > options_.after;
  const auto label_cost = [&](Move move, Label label) { return living_.cost_of_label(c_, move, label, options_.label_cost); };
  if constexpr (requires { learner_.begin_epoch(epoch); }) learner_.begin_epoch(epoch);
  living_.start(references);
  system_.start(c_, references.words());
  while (!system_.finished(c_)) {
    const MoveSet legal = system_.legal(c_);
    setup.extractor.extract(c_, data_.words(index), features_);
    learner_.score(features_, scores_.data());
    const Decision decision = deciding_.decide(system_, setup.transitions, c_, legal, living_.costs(c_, legal), scores_.data(), label_cost, report);
    learner_.learn(features_, decision);
    const TransitionId next = decision.is_right || (may_leave && random.uniform() < options_.explore) ? decision.predicted : decision.best;
    const Transition followed = setup.transitions[next];
    living_.follow(c_, followed.move, followed.label);
    system_.apply(c_, followed.move, followed.label);
  }
  learner_.sentence_done();
  for (std::size_t group = 0; group < references.groups().size(); ++group)
    survivors_[data_.first_group[index] + group] = static_cast<std::int32_t>(living_.survivor(group));
}

template class ManyReferencesTrainer<AveragedPerceptron>;
template class ManyReferencesTrainer<AdaGradRda>;

}  // namespace dodona
