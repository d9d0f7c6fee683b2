#include "learners/packed_learner.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "learners/clones.h"
#include "learners/tanh.h"

namespace dodona {
namespace {

DODONA_CLONES
void add_shorts(const std::int16_t* const* rows, std::size_t count, std::size_t columns, std::int32_t* sums) {
  constexpr std::size_t kLanes = kRegressionLanes;
  for (std::size_t column = 0; column < columns; column += kLanes) {
    std::int32_t sum[kLanes] = {};
    for (std::size_t row = 0; row < count; ++row) {
      const std::int16_t* const weights = rows[row] + column;
      for (std::size_t lane = 0; lane < kLanes; ++lane) sum[lane] += weights[lane];
    }
    std::copy_n(sum, kLanes, sums + column);
  }
}

}  // namespace

PackedLearner::PackedLearner(const CostSensitiveLearner& learner)
    : actions_(learner.actions()), hidden_(learner.options().hidden), shared_(learner.options().shared), columns_(regression_columns(sums())) {
  const RegressionWeights& from = learner.weights();
  float most = 0;
  for (std::size_t i = 0; i < from.size(); ++i) most = std::max(most, std::abs(from.average(i)));
  if (most > 0) scale_ = 32767 / static_cast<double>(most);
  weights_.resize(from.size());
  const auto scale = static_cast<float>(scale_);
  for (std::size_t i = 0; i < from.size(); ++i) weights_[i] = static_cast<std::int16_t>(std::clamp(std::nearbyint(from.average(i) * scale), -32767.0f, 32767.0f));
  if (const Network* const network = learner.network())
    for (std::size_t action = 0; action < actions_; ++action)
      for (std::size_t unit = 0; unit <= hidden_; ++unit) upper_.push_back(network->average(unit, action));
}

PackedLearner::PackedLearner(const Parts& parts)
    : actions_(parts.actions), hidden_(parts.hidden), shared_(parts.shared), scale_(parts.scale), weights_(parts.weights.begin(), parts.weights.end()),
      upper_(parts.upper.begin(), parts.upper.end()) {
  constexpr std::size_t kMost = 1 << 20;
  if (actions_ == 0 || actions_ > kMost || hidden_ > kMost) throw std::invalid_argument("a base learner has no actions, or too many");
  columns_ = regression_columns(sums());
  if (!std::has_single_bit(weights_.size()) || weights_.size() < columns_) throw std::invalid_argument("the weights of a base learner are cut off");
  if (upper_.size() != (hidden_ == 0 ? 0 : actions_ * (hidden_ + 1)) || !std::ranges::all_of(upper_, [](float weight) { return std::isfinite(weight); }))
    throw std::invalid_argument("the network of a base learner does not fit together");
  if (!std::isfinite(scale_) || scale_ <= 0) throw std::invalid_argument("the scale is no number to divide by");
}

std::size_t PackedLearner::weights() const {
  return static_cast<std::size_t>(std::ranges::count_if(weights_, [](std::int16_t weight) { return weight != 0; }) +
                                  std::ranges::count_if(upper_, [](float weight) { return weight != 0; }));
}

void PackedLearner::ask(const FeatureList& features, std::vector<const std::int16_t*>& rows) const {
  for (std::size_t i = 0; i < features.size; ++i) {
    const std::int16_t* const found = row(features.keys[i]);
    for (std::size_t column = 0; column < columns_; column += 32) prefetch(found + column);
    rows.push_back(found);
  }
}

void PackedLearner::sum(std::span<const std::int16_t* const> rows, std::int32_t* sums) const { add_shorts(rows.data(), rows.size(), columns_, sums); }

void PackedLearner::costs(const std::int32_t* sums, float* costs, std::vector<float>& scratch) const {
  const auto factor = static_cast<float>(1 / scale_);
  if (hidden_ == 0) {
    for (std::size_t action = 0; action < actions_; ++action) costs[action] = static_cast<float>(sums[action]) * factor;
    return;
  }
  scratch.resize(units());
  for (std::size_t unit = 0; unit < units(); ++unit) scratch[unit] = static_cast<float>(sums[unit]) * factor;
  tanh_of(scratch.data(), units());
  const float* weights = upper_.data();
  for (std::size_t action = 0; action < actions_; ++action) {
    const float* const said = scratch.data() + (shared_ ? 0 : action * hidden_);
    float cost = weights[hidden_];
    for (std::size_t unit = 0; unit < hidden_; ++unit) cost += weights[unit] * said[unit];
    costs[action] = cost;
    weights += hidden_ + 1;
  }
}

}  // namespace dodona
