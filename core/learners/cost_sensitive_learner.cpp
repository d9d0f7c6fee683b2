#include "learners/cost_sensitive_learner.h"

#include <algorithm>
#include <stdexcept>

#include "base/random.h"

namespace dodona {
namespace {

HashKernel kernel_for(const CostSensitiveOptions& options, std::size_t outputs) {
  if (options.actions == 0) throw std::invalid_argument("there are no actions");
  if (options.bits < CostSensitiveLearner::kFewestBits || options.bits > CostSensitiveLearner::kMostBits)
    throw std::invalid_argument("the weights have 8 to 30 bits");
  const HashKernel kernel{std::size_t{1} << options.bits, row_width(outputs)};
  if (kernel.columns > kernel.size)
    throw std::invalid_argument(
        "the weights of one feature have more room than there is for all: more bits are needed");
  return kernel;
}

std::optional<Network> network_for(const CostSensitiveOptions& options) {
  if (options.hidden == 0 || options.actions == 0) return std::nullopt;
  return Network(options.actions, options.hidden, options.shared, options.update, options.seed);
}

}  // namespace

CostSensitiveLearner::CostSensitiveLearner(const CostSensitiveOptions& options)
    : options_(options), network_(network_for(options)),
      kernel_(kernel_for(options, network_ ? network_->units() : options.actions)),
      weights_(regression_weights(kernel_.size, options.update)), sums_(kernel_.columns),
      outputs_(row_width(options.actions)), errors_(outputs_.size()), gradients_(kernel_.columns) {
  if (network_)
    for (std::size_t unit = 0; unit < network_->units(); ++unit)
      weights_->start_with(kernel_.begin_of(spread(kConstantFeature)) + unit, network_->biases()[unit]);
}

const float* CostSensitiveLearner::predict(const SparseFeatures& features) {
  inputs_.clear();
  for (std::size_t i = 0; i < features.size(); ++i) {
    const std::size_t begin = kernel_.begin_of(spread(features.keys[i]));
    prefetch(weights_->weights() + begin);
    inputs_.add(begin, features.value(i));
  }
  inputs_.add(kernel_.begin_of(spread(kConstantFeature)), 1);
  weights_->predict(inputs_, kernel_.columns, sums_.data());
  if (!network_) return sums_.data();
  network_->predict(sums_.data(), outputs_.data());
  return outputs_.data();
}

void CostSensitiveLearner::learn_predicted(std::span<const Action> allowed, const float* costs, float importance) {
  const float* const predicted = network_ ? outputs_.data() : sums_.data();
  std::ranges::fill(errors_, 0.0f);
  switch (options_.reduction) {
    case Reduction::csoaa: csoaa_errors(predicted, allowed, costs, errors_.data()); break;
    case Reduction::multiclass: multiclass_errors(predicted, allowed, costs, errors_.data()); break;
    case Reduction::max_margin: max_margin_errors(predicted, allowed, costs, errors_.data()); break;
    case Reduction::softmax_margin: softmax_margin_errors(predicted, allowed, costs, errors_.data()); break;
  }
  if (!network_) {
    weights_->learn(inputs_, kernel_.columns, errors_.data(), importance);
    return;
  }
  // Before the upper half changes: the gradient must be that of the prediction.
  network_->pass_back(sums_.data(), errors_.data(), gradients_.data());
  network_->learn(sums_.data(), errors_.data(), importance);
  weights_->learn(inputs_, kernel_.columns, gradients_.data(), importance);
}

RegressionWeights::Saved CostSensitiveLearner::state() const {
  RegressionWeights::Saved saved;
  weights_->save(saved);
  if (network_) network_->weights().save(saved);
  return saved;
}

void CostSensitiveLearner::restore(const RegressionWeights::SavedView& state) {
  std::size_t counter = 0, value = 0;
  weights_->restore(state, counter, value);
  if (network_) network_->weights().restore(state, counter, value);
  if (counter != state.counters.size() || value != state.values.size())
    throw std::invalid_argument("the saved training state does not fit together");
}

}  // namespace dodona
