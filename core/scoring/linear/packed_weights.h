// The weights of a linear model, packed for parsing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/memory.h"
#include "base/named_arrays.h"
#include "base/options.h"
#include "features/extractor.h"
#include "scoring/linear/add_rows.h"
#include "transitions/transitions.h"

namespace dodona {

/// Weights rounded to integers, in a table for fast lookup: few instructions, few cache lines, and no branches on what
/// is found, since they would be unpredictable.
///
/// Features with many weights have a row with one 8-bit weight per transition, all multiples of 2^shift. Features with
/// up to four weights have a list of four entries, each a transition and a 16-bit weight. The scale is chosen so that
/// no sum overflows 16 bits (learners/packing.h).
class PackedWeights {
 public:
  static constexpr const char* kKind = "linear";

  /// Four features: a 32-bit fingerprint of each, and the reference of its weights.
  struct alignas(32) Bucket {
    std::uint32_t fingerprints[4] = {};  ///< 0: free; free places come last
    std::uint32_t references[4] = {};
  };

  /// The arrays that a model is saved as.
  struct Parts {
    std::size_t transitions = 0;
    std::size_t homes = 1;  ///< buckets that a key can be hashed to; the table has some more
    std::span<const Bucket> buckets;
    std::span<const std::int8_t> rows;       ///< one after the other, each padded; the first is all 0
    std::span<const std::uint8_t> shifts;    ///< one per row
    std::span<const std::uint32_t> entries;  ///< transition << 16 | weight; four per list
    double scale = 1;                        ///< what the learner's weights were multiplied by
  };

  PackedWeights() = default;
  /// Restores a model from `parts()`. Throws std::invalid_argument if the parts do not fit together.
  explicit PackedWeights(const Parts& parts);
  Parts parts() const { return {transitions_, homes_, buckets_, rows_, shifts_, entries_, scale_}; }

  /// As part of a saved model: as it is in memory, or compact (scoring/linear/compact.h).
  void save(Options& values) const;
  void save(NamedArrays& arrays, bool compact) const;
  static PackedWeights load(std::size_t transitions, const Options& values, const NamedViews& arrays);

  std::size_t transitions() const { return transitions_; }
  /// Columns of a row: whole vectors, with at least one column that belongs to no transition.
  std::size_t columns() const { return columns_of(transitions_); }
  std::size_t features() const;
  /// How many weights are not 0.
  std::size_t weights() const;
  /// Scores divided by this are in the learner's scale, which may be log-probabilities.
  double scale() const { return scale_; }

  /// Memory for scoring a configuration. Scoring has three steps, so that memory latencies overlap: `request`
  /// prefetches the buckets, `look_up` reads them (and the index of features) and prefetches the weights, and `sum`
  /// adds those up.
  struct Workspace {
    Workspace(const PackedWeights& model, const FeatureList& features)
        : scores(model.columns() + 8), homes(features.keys.size()),
          rows(features.keys.size() + features.indexed.size() + 1), lists(rows.size()) {}
    HugeVector<std::int16_t> scores;
    std::vector<std::uint32_t> homes;
    std::vector<RowReference> rows;
    std::vector<std::uint32_t> lists;
    std::size_t row_count = 0, list_count = 0;
  };
  void request(const FeatureList& features, Workspace& workspace) const;
  void look_up(const FeatureList& features, std::span<const std::uint32_t> table, Workspace& workspace) const;
  /// The reference of a feature's weights, for indexed templates: a RowReference (of row 0 if it has no weights), or
  /// the reference of a list.
  std::uint32_t reference_of(FeatureKey key) const;
  /// The sums of the weights, one per transition, with `more` rows of sums added.
  const std::int16_t* sum(Workspace& workspace, std::span<const std::int16_t* const> more) const {
    sum(workspace, more, workspace.scores.data());
    return workspace.scores.data();
  }
  /// The same into `scores`, which has room for all columns.
  void sum(Workspace& workspace, std::span<const std::int16_t* const> more, std::int16_t* scores) const;

  /// All three steps.
  const std::int16_t* score(const FeatureList& features, Workspace& workspace) const {
    request(features, workspace);
    look_up(features, {}, workspace);
    return sum(workspace, {});
  }

 private:
  friend class Packing;

  // A reference is the number of a row, or that of a list plus kList.
  static constexpr std::uint32_t kList = 0x80000000;
  static constexpr std::size_t kInList = 4;
  static constexpr std::size_t kLanes = 32;
  static constexpr std::size_t kMostRows = std::size_t{1} << (31 - kShiftBits);
  static std::size_t columns_of(std::size_t transitions) { return (transitions + kLanes) / kLanes * kLanes; }

  static std::uint32_t fingerprint(FeatureKey key) { return static_cast<std::uint32_t>(key >> 12) | 1; }
  std::size_t home(FeatureKey key) const { return static_cast<std::size_t>(high_product(key, homes_)); }

  std::size_t transitions_ = 0;
  std::size_t homes_ = 1;
  double scale_ = 1;
  HugeVector<Bucket> buckets_;
  HugeVector<std::int8_t> rows_;
  HugeVector<std::uint8_t> shifts_;
  HugeVector<std::uint32_t> entries_;
};

}  // namespace dodona
