// Stochastic gradient descent.
#pragma once

#include "learners/regression_weights.h"

namespace dodona {

/// Every weight follows the gradient of its example, by a rate that falls:
///
///     t += 1
///     w -= η t^-p h error x         h: the importance
///
/// Nothing keeps large examples from overshooting: η must be small where there are many features.
class Sgd : public RegressionWeights {
 public:
  Sgd(std::size_t size, const UpdateOptions& options) : RegressionWeights(size), rate_(options.rate), power_t_(options.power_t) {}
  void learn(const RegressionInputs& inputs, std::size_t columns, const float* errors, float importance) override;

 private:
  std::vector<double*> counters() override { return {&examples_}; }

  double rate_, power_t_, examples_ = 0;
  std::vector<float> steps_;
};

}  // namespace dodona
