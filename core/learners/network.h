// A network with one hidden layer.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "learners/regression_weights.h"

namespace dodona {

/// The upper half of a network: from the input sums of the hidden units to the outputs.
///
///     h = tanh(sum)
///     output = c + Σ v h
///
/// Each output has its own hidden units, as in Vowpal Wabbit, or all outputs share them. The lower half is a regression
/// with one output per unit, which learns from the gradient of each sum; both halves use the same update rule. Weights
/// of the lower half start at 0, except for the constant's; the random initial weights here make units differ.
class Network {
 public:
  Network(std::size_t outputs, std::size_t hidden, bool shared, const UpdateOptions& options, std::uint64_t seed);

  std::size_t units() const { return shared_ ? hidden_ : hidden_ * outputs_; }
  /// The initial weight of the constant, for each unit.
  const std::vector<float>& biases() const { return biases_; }

  /// Sets the outputs, and replaces `sums` by the values of the units.
  void predict(float* sums, float* outputs);
  /// The gradient of the loss by each unit's sum, from the values of the units (see predict) and the errors of the
  /// outputs.
  void pass_back(const float* said, const float* errors, float* gradients) const;
  /// Learns from the same values and errors.
  void learn(const float* said, const float* errors, float importance);

  /// The weight of a unit for an output, or, after the last unit, the constant; averaged if averages are kept.
  float average(std::size_t unit, std::size_t output) const { return weights_->average(place(unit, output)); }
  RegressionWeights& weights() { return *weights_; }
  const RegressionWeights& weights() const { return *weights_; }

 private:
  // One row per unit, with a weight for each output if units are shared, else with one weight. Constants are last.
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
