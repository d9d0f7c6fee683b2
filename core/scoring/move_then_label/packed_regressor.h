// Predicts the costs of actions: the weights of a CostSensitiveLearner, packed for parsing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/memory.h"
#include "features/extractor.h"
#include "scoring/hash_kernel.h"
#include "scoring/sum_rows.h"

namespace dodona {

/// Weights rounded to 16 bits; those above hidden units, if any, are not rounded. Immutable.
class PackedRegressor {
 public:
  /// Weights of hidden units need no greater scale than this, so that 16 bits hold the sums of all features: long
  /// before they overflow, units are 1 or -1.
  static constexpr double kUnitScale = 512;

  /// The arrays that are saved.
  struct Parts {
    std::size_t actions = 0, hidden = 0;
    bool shared = false;
    std::span<const std::int16_t> weights;  ///< 2^bits of them
    double scale = 1;                       ///< weights divided by this are in the learner's scale
    std::span<const float> upper;           ///< for each action: the weights of its units, and a constant
  };

  PackedRegressor() = default;
  explicit PackedRegressor(const Parts& parts);
  /// Throws std::invalid_argument if the parts, which may come from a hostile file, do not fit together.
  static void check(const Parts& parts);
  Parts parts() const { return {actions_, hidden_, shared_, weights_, scale_, upper_}; }

  std::size_t actions() const { return actions_; }
  /// How many sums a row adds to.
  std::size_t columns() const { return kernel_.columns; }
  /// How many weights are not 0.
  std::size_t weights() const;

  /// The row of a feature's weights.
  const std::int16_t* row(FeatureKey key) const { return weights_.data() + kernel_.begin_of(spread(key)); }
  /// Appends the rows of some features, and prefetches them.
  void request(const FeatureList& features, std::vector<const std::int16_t*>& rows) const;
  /// Adds rows up.
  void sum(std::span<const std::int16_t* const> rows, std::int32_t* sums, std::vector<std::int16_t>& scratch) const;
  /// The row of the constant, which every prediction needs once.
  const std::int16_t* constant() const { return row(kConstantFeature); }

  /// Computes the predicted costs from sums.
  void costs(const std::int32_t* sums, float* costs, std::vector<float>& scratch) const;

 private:
  void transpose_upper();
  std::size_t units() const { return shared_ ? hidden_ : hidden_ * actions_; }
  std::size_t sums() const { return hidden_ == 0 ? actions_ : units(); }

  std::size_t actions_ = 0, hidden_ = 0;
  bool shared_ = false;
  HashKernel kernel_;
  double scale_ = 1;
  HugeVector<std::int16_t> weights_;
  std::vector<float> upper_;
  std::vector<float>
      by_unit_;  // the same, if units are shared: for each unit the weights of all actions, and at the end constants
};

}  // namespace dodona
