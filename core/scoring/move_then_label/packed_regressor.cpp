#include "scoring/move_then_label/packed_regressor.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "base/target_clones.h"
#include "scoring/move_then_label/tanh.h"
#include "scoring/scale.h"

namespace dodona {
namespace {

// Outputs of a shared layer, several at a time; each is a sum in the order of the units.
DODONA_CLONES
void add_units(const float* weights, const float* said, std::size_t units, std::size_t columns, float* outputs) {
  constexpr std::size_t kLanes = kRowLanes;
  for (std::size_t column = 0; column < columns; column += kLanes) {
    float sum[kLanes];
    std::copy_n(weights + units * columns + column, kLanes, sum);
    for (std::size_t unit = 0; unit < units; ++unit) {
      const float* const row = weights + unit * columns + column;
      for (std::size_t lane = 0; lane < kLanes; ++lane) sum[lane] += row[lane] * said[unit];
    }
    std::copy_n(sum, kLanes, outputs + column);
  }
}

}  // namespace

PackedRegressor::PackedRegressor(const Parts& parts)
    : actions_(parts.actions), hidden_(parts.hidden), shared_(parts.shared),
      kernel_{parts.weights.size(), row_width(sums())}, scale_(parts.scale),
      weights_(parts.weights.begin(), parts.weights.end()), upper_(parts.upper.begin(), parts.upper.end()) {
  transpose_upper();
}

void PackedRegressor::check(const Parts& parts) {
  constexpr std::size_t kMost = 1 << 20;
  if (parts.actions == 0 || parts.actions > kMost || parts.hidden > kMost)
    throw std::invalid_argument("a base learner has no actions, or too many");
  const std::size_t sums = parts.hidden == 0 ? parts.actions
                           : parts.shared    ? parts.hidden
                                             : parts.hidden * parts.actions;
  if (!std::has_single_bit(parts.weights.size()) || parts.weights.size() < row_width(sums))
    throw std::invalid_argument("the weights of a base learner are cut off");
  if (parts.upper.size() != (parts.hidden == 0 ? 0 : parts.actions * (parts.hidden + 1)) ||
      !std::ranges::all_of(parts.upper, [](float weight) { return std::abs(weight) <= kGreatestSaved; }))
    throw std::invalid_argument("the network of a base learner does not fit together");
  if (!is_scale(parts.scale)) throw std::invalid_argument("the scale is no number to divide by");
}

void PackedRegressor::transpose_upper() {
  if (!shared_ || hidden_ == 0) return;
  const std::size_t padded = row_width(actions_);
  by_unit_.assign((hidden_ + 1) * padded, 0.0f);
  for (std::size_t action = 0; action < actions_; ++action)
    for (std::size_t unit = 0; unit <= hidden_; ++unit)
      by_unit_[unit * padded + action] = upper_[action * (hidden_ + 1) + unit];
}

std::size_t PackedRegressor::weights() const {
  return static_cast<std::size_t>(std::ranges::count_if(weights_, [](std::int16_t weight) { return weight != 0; }) +
                                  std::ranges::count_if(upper_, [](float weight) { return weight != 0; }));
}

void PackedRegressor::request(const FeatureList& features, std::vector<const std::int16_t*>& rows) const {
  for (std::size_t i = 0; i < features.size; ++i) {
    const std::int16_t* const found = row(features.keys[i]);
    prefetch_row(found, kernel_.columns);
    rows.push_back(found);
  }
}

void PackedRegressor::sum(std::span<const std::int16_t* const> rows, std::int32_t* sums,
                          std::vector<std::int16_t>& scratch) const {
  if (hidden_ == 0 || scale_ > kUnitScale) return sum_rows(rows, kernel_.columns, sums);
  // 16 bits are enough for hidden units (kUnitScale), and half as much to add.
  scratch.resize(kernel_.columns);
  sum_rows(rows, kernel_.columns, scratch.data());
  std::ranges::copy(scratch, sums);
}

void PackedRegressor::costs(const std::int32_t* sums, float* costs, std::vector<float>& scratch) const {
  const auto factor = static_cast<float>(1 / scale_);
  if (hidden_ == 0) {
    for (std::size_t action = 0; action < actions_; ++action) costs[action] = static_cast<float>(sums[action]) * factor;
    return;
  }
  scratch.resize(units());
  for (std::size_t unit = 0; unit < units(); ++unit) scratch[unit] = static_cast<float>(sums[unit]) * factor;
  tanh_of(scratch.data(), units());
  if (shared_) {
    const std::size_t padded = row_width(actions_);
    scratch.resize(units() + padded);
    add_units(by_unit_.data(), scratch.data(), hidden_, padded, scratch.data() + units());
    std::copy_n(scratch.data() + units(), actions_, costs);
    return;
  }
  const float* weights = upper_.data();
  for (std::size_t action = 0; action < actions_; ++action) {
    const float* const said = scratch.data() + action * hidden_;
    float cost = weights[hidden_];
    for (std::size_t unit = 0; unit < hidden_; ++unit) cost += weights[unit] * said[unit];
    costs[action] = cost;
    weights += hidden_ + 1;
  }
}

}  // namespace dodona
