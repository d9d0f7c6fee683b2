// A base learner of learning to search (Chang et al. 2015): predicts the cost of each action.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "learners/network.h"
#include "learners/reductions.h"
#include "learners/regression_weights.h"
#include "scoring/hash_kernel.h"

namespace dodona {

/// Features by their 64-bit hashes. Without `values` all features have the same value, usually 1, as the features of a
/// configuration do.
struct SparseFeatures {
  std::span<const std::uint64_t> keys;
  const float* values = nullptr;
  float each = 1;

  std::size_t size() const { return keys.size(); }
  float value(std::size_t i) const { return values == nullptr ? each : values[i]; }
};

struct CostSensitiveOptions {
  std::size_t actions = 2;
  Reduction reduction = Reduction::csoaa;
  UpdateOptions update;
  std::size_t hidden = 0;  ///< units of the hidden layer; with 0 the regressions are linear
  bool shared = false;     ///< one hidden layer for all actions, instead of one for each
  std::size_t bits = 22;   ///< the hash kernel has 2^bits weights
  std::uint64_t seed = 1;
};

/// Learns to predict costs of actions from hashed features. A reduction (reductions.h) makes regressions of
/// them, which are linear or networks (network.h), and learn by a rule (sgd.h, sgd_plus.h, ftrl_proximal.h). A constant
/// is added to the features.
///
/// The same examples in the same order with the same seed give the same weights.
class CostSensitiveLearner {
 public:
  static constexpr std::size_t kFewestBits = 8, kMostBits = 30;

  /// Throws std::invalid_argument if there are no actions, or if the weights of a feature do not fit.
  explicit CostSensitiveLearner(const CostSensitiveOptions& options);

  const CostSensitiveOptions& options() const { return options_; }
  std::size_t actions() const { return options_.actions; }

  /// The predicted cost of every action; valid until the next call.
  const float* predict(const SparseFeatures& features);

  /// Learns the costs of the allowed actions. The regressions of other actions do not change.
  void learn(const SparseFeatures& features, std::span<const Action> allowed, const float* costs,
             float importance = 1) {
    predict(features);
    learn_predicted(allowed, costs, importance);
  }
  /// The same for the features that were predicted last.
  void learn_predicted(std::span<const Action> allowed, const float* costs, float importance = 1);

  const RegressionWeights& weights() const { return *weights_; }
  /// The part above the hidden units; nullptr if there are none.
  const Network* network() const { return network_ ? &*network_ : nullptr; }

  /// Predicts with averages from now on, if they are kept; learning must not continue.
  void settle() {
    weights_->settle();
    if (network_) network_->weights().settle();
  }
  void restart_averages() {
    weights_->restart_averages();
    if (network_) network_->weights().restart_averages();
  }

  RegressionWeights::Saved state() const;
  /// Throws std::invalid_argument if the state has another size or contains values that are not finite.
  void restore(const RegressionWeights::SavedView& state);

 private:
  CostSensitiveOptions options_;
  std::optional<Network> network_;
  HashKernel kernel_;
  std::unique_ptr<RegressionWeights> weights_;
  RegressionInputs inputs_;
  std::vector<float> sums_, outputs_, errors_, gradients_;
};

}  // namespace dodona
