// The weights of a linear model in a hash kernel, packed for parsing.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/memory.h"
#include "base/named_arrays.h"
#include "base/options.h"
#include "features/extractor.h"
#include "scoring/hash_kernel.h"
#include "scoring/sum_rows.h"

namespace dodona {

/// Weights rounded to 16-bit integers. The interface is that of PackedWeights.
class HashedWeights {
 public:
  static constexpr const char* kKind = "hashed";
  static constexpr std::size_t kFewestBits = 12, kMostBits = 26;
  /// Throws std::invalid_argument if a row would not fit into `size`.
  static HashKernel kernel_for(std::size_t size, std::size_t transitions);

  HashedWeights() = default;
  /// Throws std::invalid_argument if the weights, which may come from a hostile file, do not fit together.
  HashedWeights(std::size_t transitions, std::span<const std::int16_t> weights, double scale);

  /// As part of a saved model.
  void save(Options& values) const {
    values.set("scale", scale_);
    values.set("hash_kernel", static_cast<std::int64_t>(std::bit_width(weights_.size())) - 1);
  }
  void save(NamedArrays& arrays, bool) const {
    arrays.emplace("hashed", std::vector<std::int16_t>(weights_.begin(), weights_.end()));
  }
  static HashedWeights load(std::size_t transitions, const Options& values, const NamedViews& arrays) {
    return {transitions, array_named<std::int16_t>(arrays, "hashed"), values.number("scale")};
  }

  std::size_t columns() const { return kernel_.columns; }
  /// Not known: this is 0.
  std::size_t features() const { return 0; }
  /// How many weights are not 0.
  std::size_t weights() const;
  /// Scores divided by this are the learner's own.
  double scale() const { return scale_; }

  struct Workspace {
    Workspace(const HashedWeights& model, const FeatureList& features)
        : scores(model.columns() + 8), rows(features.keys.size() + features.indexed.size() + 3) {}
    HugeVector<std::int16_t> scores;
    std::vector<const std::int16_t*> rows;  // with room for the rows of sums
    std::size_t count = 0;
  };
  void request(const FeatureList& features, Workspace& workspace) const;
  void look_up(const FeatureList& features, std::span<const std::uint32_t> table, Workspace& workspace) const;
  /// The reference of a feature's weights, for indexed templates; never 0, which means that there is no feature.
  std::uint32_t reference_of(FeatureKey key) const { return static_cast<std::uint32_t>(kernel_.begin_of(key)) + 1; }
  /// The sums of the weights, one per transition, with up to two `more` rows of sums added.
  const std::int16_t* sum(Workspace& workspace, std::span<const std::int16_t* const> more) const {
    sum(workspace, more, workspace.scores.data());
    return workspace.scores.data();
  }
  /// The same into `scores`, which has room for all columns.
  void sum(Workspace& workspace, std::span<const std::int16_t* const> more, std::int16_t* scores) const;

  const std::int16_t* score(const FeatureList& features, Workspace& workspace) const {
    request(features, workspace);
    look_up(features, {}, workspace);
    return sum(workspace, {});
  }

 private:
  HashKernel kernel_;
  double scale_ = 1;
  HugeVector<std::int16_t> weights_;
};

}  // namespace dodona
