// Stochastic gradient descent as in Vowpal Wabbit: adaptive, normalised and importance-invariant.
#pragma once

#include "learners/regression_weights.h"

namespace dodona {

/// Combines three improvements:
///
///     s = max(s, |x|)               normalised (Ross, Mineiro and Langford 2013): s is the scale of an input; when it
///                                   grows, the weight shrinks in proportion
///     N += Σ x²/s²,  t += 1         the sum is over inputs; N / t is the average size of a scaled example
///     G += h (error x)²             adaptive (Duchi, Hazan and Singer 2011): weights that moved much move less
///     ρ = 1 / (s √G)                the rate of a weight
///     r = Σ x² ρ                    how far a step of 1 moves the prediction
///     w -= error (1 - exp(-η h √(t/N) r)) / r  ρ x
///
/// The last is importance-invariant (Karampatziakis and Langford 2011): the limit of infinitely many small steps, so
/// that no example overshoots its target.
class SgdPlus : public RegressionWeights {
 public:
  SgdPlus(std::size_t size, const UpdateOptions& options)
      : RegressionWeights(size, options), rate_(options.rate), squares_(size), scales_(size) {}

 private:
  void change(const RegressionInputs& inputs, std::size_t columns, const float* errors, float importance) override;
  void shrink(std::size_t begin, std::size_t columns, float factor);
  std::vector<double*> counters() override { return {&changes_, &averaged_, &norms_}; }
  std::vector<HugeVector<float>*> arrays() override { return {&weights_, &sums_, &squares_, &scales_}; }

  double rate_, norms_ = 0;    // η and N; t is changes_
  HugeVector<float> squares_;  // G
  HugeVector<float> scales_;   // s, where rows begin
  std::vector<float> steps_, reach_, scaled_;
};

}  // namespace dodona
