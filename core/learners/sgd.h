// Stochastic gradient descent.
#pragma once

#include "learners/regression_weights.h"

namespace dodona {

/// Every weight follows the gradient of the example, at a decreasing rate:
///
///     t += 1
///     w -= η t^-p h error x         h: the importance
///
/// Large examples may overshoot: with many features, η must be small.
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
