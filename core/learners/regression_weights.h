// Many linear regressions over the same inputs, from which base learners are built.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "base/memory.h"
#include "scoring/sum_rows.h"

namespace dodona {

/// Whether the next outputs all have a step of 0.
inline bool all_zero(const float* steps) {
  for (std::size_t lane = 0; lane < kRowLanes; ++lane)
    if (steps[lane] != 0) return false;
  return true;
}

/// The inputs of an example: the begin of each input's row, and its value. Rows have one weight for each output.
struct RegressionInputs {
  std::vector<std::size_t> begins;
  std::vector<float> values;

  std::size_t size() const { return begins.size(); }
  void clear() {
    begins.clear();
    values.clear();
  }
  void add(std::size_t begin, float value) {
    begins.push_back(begin);
    values.push_back(value);
  }
};

/// The update rule for the squared loss ½ (prediction - target)².
enum class UpdateRule : std::uint8_t { sgd, sgd_plus, ftrl };

struct UpdateOptions {
  UpdateRule rule = UpdateRule::sgd_plus;
  double rate = 0.5;                                 ///< η of SGD and SGD+
  double power_t = 0.5;                              ///< with SGD: the rate after t examples is η / t^power_t
  double alpha = 0.005, beta = 0.1, l1 = 0, l2 = 0;  ///< of FTRL-Proximal
  bool averages = false;                             ///< average each weight over all examples
};

/// Weights with an update rule. Each rule is in its own file.
class RegressionWeights {
 public:
  virtual ~RegressionWeights() = default;

  /// Sets `sums` to the predictions of all outputs; `columns` is the width of a row, a multiple of the lanes.
  void predict(const RegressionInputs& inputs, std::size_t columns, float* sums) const;

  /// Learns from one example that counts `importance` times, given the errors (prediction - target) of all outputs.
  /// Outputs with error 0 do not change.
  void learn(const RegressionInputs& inputs, std::size_t columns, const float* errors, float importance) {
    change(inputs, columns, errors, importance);
    ++changes_;
    ++averaged_;
  }
  /// Discards the averages so far.
  void restart_averages() {
    std::fill(sums_.begin(), sums_.end(), 0.0f);
    averaged_ = 0;
  }

  /// Replaces weights by their averages for prediction; learning must not continue.
  void settle() {
    for (std::size_t place = 0; place < weights_.size(); ++place) weights_[place] = average(place);
    restart_averages();
  }

  std::size_t size() const { return weights_.size(); }
  float weight(std::size_t place) const { return weights_[place]; }
  /// The average of a weight over all examples since averages were restarted; the weight itself if averages are not
  /// kept.
  float average(std::size_t place) const {
    return sums_.empty() || averaged_ == 0 ? weights_[place]
                                           : static_cast<float>(static_cast<double>(weights_[place]) -
                                                                static_cast<double>(sums_[place]) / averaged_);
  }
  const float* weights() const { return weights_.data(); }
  /// Sets an initial weight.
  virtual void start_with(std::size_t place, float weight) { weights_[place] = weight; }

  /// Everything that the rule stores, in the order in which `restore` reads it.
  struct Saved {
    std::vector<double> counters;
    std::vector<float> values;
  };
  void save(Saved& to) const;
  /// The same without a copy, which may be large.
  struct SavedView {
    std::span<const double> counters;
    std::span<const float> values;
  };
  /// Restores saved values from these indices on. Throws std::invalid_argument if there are too few or not finite.
  void restore(const SavedView& from, std::size_t& counter, std::size_t& value);

 protected:
  RegressionWeights(std::size_t size, const UpdateOptions& options)
      : weights_(size), sums_(options.averages ? size : 0) {}

  virtual void change(const RegressionInputs& inputs, std::size_t columns, const float* errors, float importance) = 0;

  /// Pointers to weights and to the sums for averages: each change times the number of examples before it.
  struct Rows {
    float* weights;
    float* sums;  ///< nullptr if no averages are kept
    float before;
  };
  Rows rows() { return {weights_.data(), sums_.empty() ? nullptr : sums_.data(), static_cast<float>(averaged_)}; }

  /// The values that a rule stores besides weights.
  virtual std::vector<double*> counters() { return {&changes_, &averaged_}; }
  virtual std::vector<HugeVector<float>*> arrays() { return {&weights_, &sums_}; }

  HugeVector<float> weights_, sums_;
  double changes_ = 0, averaged_ = 0;  // examples so far, and since averages were restarted
};

std::unique_ptr<RegressionWeights> regression_weights(std::size_t size, const UpdateOptions& options);

}  // namespace dodona
