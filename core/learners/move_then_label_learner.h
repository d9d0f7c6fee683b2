// Learns the costs of moves and of labels, for models that decide on a move first and then on a label (Chang et al.
// 2015, section 3).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/random.h"
#include "learners/cost_sensitive_learner.h"
#include "learners/learner.h"
#include "learners/linear_learner.h"
#include "scoring/move_then_label/move_then_label_model.h"

namespace dodona {

class MoveThenLabelLearner final : public Trainable {
 public:
  using Step = MoveThenLabelModel::Step;

  /// `options` are those of all three learners, except for their actions and seeds. `dropout` is the probability that a
  /// feature is left out of a prediction that is learnt from.
  MoveThenLabelLearner(std::shared_ptr<FeatureInput> input, CostSensitiveOptions options, double dropout);

  void read(const Treebank& treebank) override { input_->read(treebank); }
  /// Begins a sentence; the seed is for dropout.
  void start(std::size_t sentence, std::uint64_t seed);
  /// The predicted cost of every action of a step, valid until the next call.
  const float* predict(Step step, const Configuration& c);
  /// The same with dropout, before learning.
  const float* predict_to_learn(Step step, const Configuration& c);
  /// Learns the costs of the allowed actions in the last prediction of this step.
  void learn(Step step, std::span<const Action> allowed, const float* costs);
  /// The number of updates.
  std::uint64_t updates() const { return updates_; }
  void restart_averages();

  std::unique_ptr<Model> model(float prune) const override;
  NamedArrays state() const override;
  void restore(const NamedViews& state) override;

 private:
  std::shared_ptr<FeatureInput> input_;
  double dropout_;
  std::vector<CostSensitiveLearner> learners_;  // by step
  std::uint64_t updates_ = 0;
  FeatureList features_;
  WordValues words_{};
  Random dropping_{0};
};

}  // namespace dodona
