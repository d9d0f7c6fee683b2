#include "learners/move_then_label_learner.h"

#include <string>
#include <utility>

namespace dodona {
namespace {

constexpr const char* kStepNames[] = {"moves", "left", "right"};

}  // namespace

MoveThenLabelLearner::MoveThenLabelLearner(std::shared_ptr<FeatureInput> input, CostSensitiveOptions options,
                                           double dropout)
    : input_(std::move(input)), dropout_(dropout), features_(input_->features->extractor.list()) {
  for (std::size_t step = 0; step < MoveThenLabelModel::kSteps; ++step) {
    options.actions = step == MoveThenLabelModel::moves ? kMoveCount : input_->spec->labels.size();
    learners_.emplace_back(options);
    ++options.seed;
  }
}

void MoveThenLabelLearner::start(std::size_t sentence, std::uint64_t seed) {
  words_ = input_->words(sentence);
  dropping_ = Random(seed);
}

const float* MoveThenLabelLearner::predict(Step step, const Configuration& c) {
  input_->features->extractor.extract(c, words_, features_);
  return learners_[step].predict({{features_.keys.data(), features_.size}});
}

const float* MoveThenLabelLearner::predict_to_learn(Step step, const Configuration& c) {
  if (dropout_ == 0) return predict(step, c);
  input_->features->extractor.extract(c, words_, features_);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < features_.size; ++i) {
    features_.keys[kept] = features_.keys[i];
    kept += dropping_.uniform() >= dropout_;
  }
  // Inverted dropout keeps the expected sums.
  return learners_[step].predict({{features_.keys.data(), kept}, nullptr, static_cast<float>(1 / (1 - dropout_))});
}

void MoveThenLabelLearner::learn(Step step, std::span<const Action> allowed, const float* costs) {
  learners_[step].learn_predicted(allowed, costs);
  ++updates_;
}

void MoveThenLabelLearner::restart_averages() {
  for (CostSensitiveLearner& learner : learners_) learner.restart_averages();
}

std::unique_ptr<Model> MoveThenLabelLearner::model(float) const {
  return std::make_unique<MoveThenLabelModel>(
      input_->spec, input_->features,
      MoveThenLabelModel::Regressors{pack(learners_[0]), pack(learners_[1]), pack(learners_[2])});
}

NamedArrays MoveThenLabelLearner::state() const {
  NamedArrays arrays{{"updates", std::vector<std::uint64_t>{updates_}}};
  for (std::size_t step = 0; step < learners_.size(); ++step) {
    RegressionWeights::Saved saved = learners_[step].state();
    arrays.emplace(std::string(kStepNames[step]) + ".counters", std::move(saved.counters));
    arrays.emplace(std::string(kStepNames[step]) + ".values", std::move(saved.values));
  }
  return arrays;
}

void MoveThenLabelLearner::restore(const NamedViews& state) {
  const auto updates = array_named<std::uint64_t>(state, "updates");
  if (updates.size() != 1) throw std::invalid_argument("the saved training state does not fit together");
  for (std::size_t step = 0; step < learners_.size(); ++step) {
    const std::string name = kStepNames[step];
    learners_[step].restore(
        {array_named<double>(state, name + ".counters"), array_named<float>(state, name + ".values")});
  }
  updates_ = updates[0];
}

}  // namespace dodona
