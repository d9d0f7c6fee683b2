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
  Sgd(std::size_t size, const UpdateOptions& options)
      : RegressionWeights(size, options), rate_(options.rate), power_t_(options.power_t) {}

 private:
  void change(const RegressionInputs& inputs, std::size_t columns, const float* errors, float importance) override;

  double rate_, power_t_;
  std::vector<float> steps_;
};

}  // namespace dodona
