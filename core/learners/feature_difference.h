// The difference between the features of two derivations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "features/extractor.h"
#include "transitions/transitions.h"

namespace dodona {

/// The difference of two feature vectors, φ(y) - φ(ŷ): for each feature and transition, its count in y minus its count
/// in ŷ. Features are kept in the order in which they were added, so that sums over them are reproducible.
class FeatureDifference {
 public:
  void clear() {
    features_.clear();
    cells_.assign(cells_.size(), 0);
  }

  /// Adds (1) or subtracts (-1) the features of a configuration with the transition made there.
  void add(const FeatureList& list, TransitionId transition, int times) {
    if ((features_.size() + list.size) * 2 > cells_.size()) grow(features_.size() + list.size);
    for (std::size_t i = 0; i < list.size; ++i) {
      std::uint32_t& cell = cell_of(list.keys[i], transition);
      if (cell == 0) {
        features_.push_back({list.keys[i], 0, static_cast<std::uint16_t>(transition), list.from[i]});
        cell = static_cast<std::uint32_t>(features_.size());
      }
      features_[cell - 1].times += times;
    }
  }

  /// |φ(y) - φ(ŷ)|².
  double squared_norm() const {
    double sum = 0;
    for (const Feature& feature : features_) sum += static_cast<double>(feature.times) * feature.times;
    return sum;
  }

  /// An upper bound on the number of features that have not cancelled out.
  std::size_t size() const { return features_.size(); }

  /// Calls visit(key, template, transition, times) for every feature that has not cancelled out, and prefetch(key) some
  /// time before.
  template <class Visit, class Prefetch>
  void for_each(Visit visit, Prefetch prefetch_key) const {
    constexpr std::size_t kAhead = 12;  // covers the memory latency
    for (std::size_t i = 0; i < features_.size(); ++i) {
      if (i + kAhead < features_.size()) prefetch_key(features_[i + kAhead].key);
      const Feature& feature = features_[i];
      if (feature.times != 0) visit(feature.key, feature.from, feature.transition, feature.times);
    }
  }

 private:
  struct Feature {
    FeatureKey key;
    std::int32_t times;
    std::uint16_t transition, from;  // 16 bits hold any transition and any template
  };

  std::uint32_t& cell_of(FeatureKey key, TransitionId transition) {
    const std::size_t mask = cells_.size() - 1;
    std::size_t i = static_cast<std::size_t>((key + transition) * 0x9E3779B97F4A7C15u >> 32) & mask;
    while (cells_[i] != 0 && (features_[cells_[i] - 1].key != key || features_[cells_[i] - 1].transition != transition))
      i = (i + 1) & mask;
    return cells_[i];
  }

  void grow(std::size_t features) {
    std::size_t size = 1024;
    while (size < features * 4) size *= 2;
    cells_.assign(size, 0);
    for (std::size_t i = 0; i < features_.size(); ++i)
      cell_of(features_[i].key, features_[i].transition) = static_cast<std::uint32_t>(i + 1);
  }

  std::vector<Feature> features_;
  std::vector<std::uint32_t> cells_;  // by hash: 1 + the index of a feature, or 0
};

}  // namespace dodona
