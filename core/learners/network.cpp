#include "learners/network.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "base/target_clones.h"
#include "scoring/move_then_label/tanh.h"

namespace dodona {
namespace {

// For each unit, Σ error v over all outputs, times the slope of tanh. Summed in eight lanes.
DODONA_CLONES
void gradients_of_shared(const float* errors, const float* weights, const float* said, std::size_t units,
                         std::size_t columns, float* gradients) {
  constexpr std::size_t kLanes = kRowLanes;
  for (std::size_t unit = 0; unit < units; ++unit) {
    float sum[kLanes] = {};
    for (std::size_t column = 0; column < columns; column += kLanes)
      for (std::size_t lane = 0; lane < kLanes; ++lane)
        sum[lane] += errors[column + lane] * weights[unit * columns + column + lane];
    float whole = 0;
    for (const float part : sum) whole += part;
    gradients[unit] = whole * (1 - said[unit] * said[unit]);
  }
}

}  // namespace

Network::Network(std::size_t outputs, std::size_t hidden, bool shared, const UpdateOptions& options, std::uint64_t seed)
    : outputs_(outputs), hidden_(hidden), shared_(shared), columns_(shared ? row_width(outputs) : kRowLanes),
      weights_(regression_weights((hidden + 1) * columns_ * (shared ? 1 : outputs), options)), padded_(columns_),
      sums_(columns_) {
  Random random(seed);
  const auto around_zero = [&] { return static_cast<float>(random.uniform() - 0.5); };
  const float size = 1 / std::sqrt(static_cast<float>(hidden));
  for (std::size_t output = 0; output < outputs_; ++output)
    for (std::size_t unit = 0; unit < hidden_; ++unit) weights_->start_with(place(unit, output), around_zero() * size);
  biases_.resize(units());
  for (float& bias : biases_) bias = around_zero();
}

void Network::read_inputs(const float* said, std::size_t output) {
  inputs_.clear();
  for (std::size_t unit = 0; unit < hidden_; ++unit)
    inputs_.add(place(unit, shared_ ? 0 : output), said[shared_ ? unit : output * hidden_ + unit]);
  inputs_.add(place(hidden_, shared_ ? 0 : output), 1);
}

void Network::predict(float* sums, float* outputs) {
  tanh_of(sums, units());
  for (std::size_t output = 0; output < outputs_; output += shared_ ? outputs_ : 1) {
    read_inputs(sums, output);
    weights_->predict(inputs_, columns_, sums_.data());
    std::copy_n(sums_.begin(), shared_ ? outputs_ : 1, outputs + output);
  }
}

void Network::pass_back(const float* said, const float* errors, float* gradients) const {
  std::fill_n(gradients, units(), 0.0f);
  if (shared_) {
    gradients_of_shared(errors, weights_->weights(), said, hidden_, columns_, gradients);
    return;
  }
  for (std::size_t output = 0; output < outputs_; ++output) {
    if (errors[output] == 0) continue;
    for (std::size_t i = 0; i < hidden_; ++i) {
      const std::size_t unit = output * hidden_ + i;
      gradients[unit] += errors[output] * weights_->weight(place(i, output)) * (1 - said[unit] * said[unit]);
    }
  }
}

void Network::learn(const float* said, const float* errors, float importance) {
  for (std::size_t output = 0; output < outputs_; output += shared_ ? outputs_ : 1) {
    if (!shared_ && errors[output] == 0) continue;
    std::copy_n(errors + output, shared_ ? outputs_ : 1, padded_.begin());
    read_inputs(said, output);
    weights_->learn(inputs_, columns_, padded_.data(), importance);
  }
}

}  // namespace dodona
