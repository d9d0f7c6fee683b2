// FTRL-Proximal, "follow the regularised leader" (McMahan et al. 2013).
#pragma once

#include "learners/regression_weights.h"

namespace dodona {

/// With g = h error x, the gradient of a weight:
///
///     σ = (√(n + g²) - √n) / α
///     z += g - σ w
///     n += g²
///     w = 0 if |z| <= λ1, else -(z - sign(z) λ1) / ((β + √n) / α + λ2)
class FtrlProximal : public RegressionWeights {
 public:
  FtrlProximal(std::size_t size, const UpdateOptions& options)
      : RegressionWeights(size, options), alpha_(static_cast<float>(options.alpha)),
        beta_(static_cast<float>(options.beta)), l1_(static_cast<float>(options.l1)),
        l2_(static_cast<float>(options.l2)), squares_(size), gradients_(size) {}
  /// Sets z to the value that gives this weight.
  void start_with(std::size_t place, float weight) override;

 private:
  void change(const RegressionInputs& inputs, std::size_t columns, const float* errors, float importance) override;
  std::vector<HugeVector<float>*> arrays() override { return {&weights_, &sums_, &squares_, &gradients_}; }

  float alpha_, beta_, l1_, l2_;
  HugeVector<float> squares_, gradients_;  // n and z
  std::vector<float> steps_;
};

}  // namespace dodona
