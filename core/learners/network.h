// A network with one hidden layer.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "learners/regression_weights.h"

namespace dodona {

/// The upper half of a network: from the sums that hidden units make of the inputs to the outputs.
///
///     h = tanh(sum)
///     output = c + Σ v h
///
/// Each output has hidden units of its own, as in Vowpal Wabbit, where every action is a problem of its own; or all
/// outputs share them. The lower half is a regression with one output a unit, which learns from the gradient of each
/// sum: both halves learn by the same rule. Its weights start at 0 but for that of the constant; the random weights
/// here make units different.
class Network {
 public:
  Network(std::size_t outputs, std::size_t hidden, bool shared, const UpdateOptions& options, std::uint64_t seed);

  std::size_t units() const { return shared_ ? hidden_ : hidden_ * outputs_; }
  /// What the constant's weight should start with, for each unit.
  const std::vector<float>& biases() const { return biases_; }

  /// Sets the outputs; `sums` become the values of the units.
  void predict(float* sums, float* outputs);
  /// The gradient of the loss for each unit's sum, given the values of the units (see predict) and the errors of the
  /// outputs.
  void pass_back(const float* said, const float* errors, float* gradients) const;
  /// Learns from the same.
  void learn(const float* said, const float* errors, float importance);

  /// The weight of a unit (of those that an output sees), or, after the last, the constant; averaged if averages are
  /// kept.
  float average(std::size_t unit, std::size_t output) const { return weights_->average(place(unit, output)); }
  RegressionWeights& weights() { return *weights_; }
  const RegressionWeights& weights() const { return *weights_; }

 private:
  // A row a unit, with a weight for each output; or, if units are not shared, a row of one weight for each unit.
  // Constants are last.
  void read_inputs(const float* said, std::size_t output);
  std::size_t place(std::size_t unit, std::size_t output) const {
    return shared_ ? unit * columns_ + output : (output * (hidden_ + 1) + unit) * columns_;
  }

  std::size_t outputs_, hidden_;
  bool shared_;
  std::size_t columns_;  // of a row
  std::unique_ptr<RegressionWeights> weights_;
  std::vector<float> biases_, padded_, sums_;
  RegressionInputs inputs_;
};

}  // namespace dodona
