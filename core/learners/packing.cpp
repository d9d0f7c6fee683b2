#include "learners/packing.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace dodona {
namespace {

using ForWeights = std::function<void(const TakeWeights&)>;

// The factor by which weights are multiplied before rounding.
float scale_for(std::size_t transitions, const ForWeights& for_weights) {
  std::vector<std::vector<float>> most;  // the greatest weight by template and transition
  for_weights([&](FeatureKey, std::uint16_t from, std::span<const Weight> weights) {
    if (from >= most.size()) most.resize(from + 1u, std::vector<float>(transitions, 0.0f));
    for (const Weight& weight : weights)
      most[from][weight.transition] = std::max(most[from][weight.transition], std::abs(weight.value));
  });
  float greatest = 0;
  for (std::size_t i = 0; i < transitions; ++i) {
    float sum = 0;
    for (const auto& row : most) sum += row[i];
    greatest = std::max(greatest, sum);
  }
  // Rounding adds at most 1/2 to each weight, and in rows at most 1/254 of the greatest.
  const float room = 32767.0f / (1 + 1.0f / 127) - static_cast<float>(most.size());
  if (greatest == 0) return 1.0f;
  float single = 0;
  for (const auto& row : most) single = std::max(single, std::ranges::max(row));
  return std::min(room / greatest, static_cast<float>(127 << kMostShift) / single);
}

}  // namespace

class Packing {
 public:
  Packing(std::size_t transitions, const ForWeights& for_weights, float prune) : rounded_(prune > 0) {
    const float scale = scale_for(transitions, for_weights);
    for_weights([&](FeatureKey key, std::uint16_t, std::span<const Weight> weights) {
      const std::size_t begin = weights_.size();
      for (const Weight& weight : weights) {
        const auto value = static_cast<std::int16_t>(std::lround(weight.value * scale));
        if (value != 0 && std::abs(weight.value) >= prune)
          weights_.emplace_back(static_cast<std::uint16_t>(weight.transition), value);
      }
      std::sort(weights_.begin() + static_cast<std::ptrdiff_t>(begin), weights_.end());
      if (weights_.size() > begin) features_.push_back({key, begin, weights_.size()});
    });
    std::sort(features_.begin(), features_.end(), [](const Feature& a, const Feature& b) { return a.key < b.key; });

    model_.transitions_ = transitions;
    model_.scale_ = static_cast<double>(scale);
    model_.rows_.resize(model_.columns());  // row 0 is empty
    model_.shifts_.push_back(0);
    model_.homes_ = std::max<std::size_t>(features_.size() / 2, 16);
    std::size_t next = 0;  // buckets are filled in the order of keys
    for (const Feature& feature : features_) {
      next = std::max(next, model_.home(feature.key) * 4);
      if (model_.buckets_.size() <= next / 4) model_.buckets_.resize(next / 4 + 1);
      PackedWeights::Bucket& bucket = model_.buckets_[next / 4];
      bucket.fingerprints[next % 4] = PackedWeights::fingerprint(feature.key);
      bucket.references[next % 4] = store({weights_.data() + feature.begin, feature.end - feature.begin});
      ++next;
    }
    // A free bucket at the end terminates every search.
    model_.buckets_.resize(std::max(model_.homes_, model_.buckets_.size()) + 1);
  }

  PackedWeights model() && { return std::move(model_); }

 private:
  using Rounded = std::pair<std::uint16_t, std::int16_t>;  // transition and weight
  struct Feature {
    FeatureKey key;
    std::size_t begin, end;  // among all weights
  };

  std::uint32_t store(std::span<const Rounded> weights) {
    return weights.size() <= PackedWeights::kInList ? store_list(weights) : store_row(weights);
  }

  std::uint32_t store_list(std::span<const Rounded> weights) {
    const std::size_t list = model_.entries_.size() / PackedWeights::kInList;
    if (list >= PackedWeights::kList) throw std::length_error("the model has too many weights");
    const int shift = rounded_ ? shift_for(weights) : 0;
    for (const auto& [transition, weight] : weights) {
      const int kept = rounded_ ? steps_of(weight, shift) * (1 << shift) : weight;
      model_.entries_.push_back((std::uint32_t{transition} << 16) | static_cast<std::uint16_t>(kept));
    }
    // The padding of lists is added to a column that belongs to no transition.
    model_.entries_.resize((list + 1) * PackedWeights::kInList, static_cast<std::uint32_t>(model_.transitions_) << 16);
    return PackedWeights::kList + static_cast<std::uint32_t>(list);
  }

  std::uint32_t store_row(std::span<const Rounded> weights) {
    const std::size_t row = model_.shifts_.size(), width = model_.columns();
    if (row >= PackedWeights::kMostRows) throw std::length_error("the model has too many rows");
    const int shift = shift_for(weights);
    model_.shifts_.push_back(static_cast<std::uint8_t>(shift));
    model_.rows_.resize(model_.rows_.size() + width, 0);
    for (const auto& [transition, weight] : weights) model_.rows_[row * width + transition] = steps_of(weight, shift);
    return static_cast<std::uint32_t>(row);
  }

  // The weights of a row, and of a list in a pruned model, are rounded to eight bits: to multiples of a power of two.
  static int shift_for(std::span<const Rounded> weights) {
    int shift = 0;
    for (const auto& [transition, weight] : weights)
      while (std::abs(int{weight}) > 127 << shift) ++shift;
    return shift;
  }
  static std::int8_t steps_of(std::int16_t weight, int shift) {
    return static_cast<std::int8_t>(
        std::clamp(std::lround(static_cast<float>(weight) / static_cast<float>(1 << shift)), -127L, 127L));
  }

  bool rounded_;
  PackedWeights model_;
  std::vector<Rounded> weights_;
  std::vector<Feature> features_;  // by key
};

PackedWeights pack(std::size_t transitions, const ForWeights& for_weights, float prune) {
  return Packing(transitions, for_weights, prune).model();
}

HashedWeights pack(const HashedPerceptron& learner, float) {
  const HashedRows& table = learner.table();
  const auto average = [&](std::size_t i) { return learner.average(table.weights()[i], table.sums()[i]); };
  const std::size_t size = table.weights().size();
  double most = 0;
  for (std::size_t i = 0; i < size; ++i) most = std::max(most, std::abs(average(i)));
  // Any feature may meet any weight. Each is rounded by up to a half.
  const auto templates = static_cast<double>(std::max<std::size_t>(table.templates(), 1));
  const double room = std::max(32767 / templates - 0.5, 1.0), scale = most > 0 ? room / most : 1;
  std::vector<std::int16_t> weights(size);
  for (std::size_t i = 0; i < size; ++i) weights[i] = static_cast<std::int16_t>(std::lround(average(i) * scale));
  return {learner.transitions(), weights, scale};
}

PackedRegressor pack(const CostSensitiveLearner& learner) {
  const RegressionWeights& from = learner.weights();
  float most = 0;
  for (std::size_t i = 0; i < from.size(); ++i) most = std::max(most, std::abs(from.average(i)));
  double scale = most > 0 ? 32767 / static_cast<double>(most) : 1;
  const std::size_t hidden = learner.options().hidden;
  if (hidden > 0) scale = std::min(scale, PackedRegressor::kUnitScale);
  std::vector<std::int16_t> weights(from.size());
  for (std::size_t i = 0; i < from.size(); ++i)
    weights[i] = static_cast<std::int16_t>(
        std::clamp(std::nearbyint(from.average(i) * static_cast<float>(scale)), -32767.0f, 32767.0f));
  std::vector<float> upper;
  if (const Network* const network = learner.network())
    for (std::size_t action = 0; action < learner.actions(); ++action)
      for (std::size_t unit = 0; unit <= hidden; ++unit) upper.push_back(network->average(unit, action));
  return PackedRegressor({learner.actions(), hidden, learner.options().shared, weights, scale, upper});
}

}  // namespace dodona
