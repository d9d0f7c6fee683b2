// Weights in a table of features, for learning.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/named_arrays.h"
#include "features/extractor.h"
#include "learners/sparse_rows.h"

namespace dodona {

/// A weight and a sum for averaging it, for each feature and transition that met in an update.
///
/// A feature counts only after `min_updates` updates (Goldberg and Elhadad 2011): until then its weights are learnt,
/// but treated as 0. This keeps rare features out of the model. In epoch e, e updates are always enough, so that short
/// training learns something too.
///
/// When there are more than `max_features`, a quarter of them are dropped: those with the fewest updates, and among
/// these, those with the smallest weights. A feature that comes back begins anew.
class SparseWeights {
 public:
  /// A `max_features` of 0 is no bound.
  SparseWeights(std::size_t transitions, std::uint8_t min_updates = 1, std::size_t max_features = 0);

  std::size_t transitions() const { return rows_.transitions(); }
  std::size_t padded() const { return rows_.padded(); }
  std::size_t features() const { return rows_.table().size(); }

  struct Scratch {
    std::vector<const FeatureTable::Cell*> lists;
    std::vector<const float*> rows;
  };
  void score(const FeatureList& features, float* scores, Scratch& scratch) const;
  void request(FeatureKey key) const { rows_.table().request(FeatureTable::nonzero(key)); }
  float weight(FeatureKey key, TransitionId transition) const;

  /// Makes room for some more features.
  void reserve(std::size_t more) { rows_.table().reserve(more); }
  /// Counts an update of a feature and returns its cell.
  FeatureTable::Cell& updated(FeatureKey key, std::uint16_t from) {
    FeatureTable::Cell& cell = rows_.find_or_add(FeatureTable::nonzero(key), from);
    cell.seen = static_cast<std::uint8_t>(cell.seen + (cell.seen < 255));
    return cell;
  }
  void add(FeatureTable::Cell& cell, TransitionId transition, float change, double sum) {
    const auto [weight, all] = rows_.at(cell, transition);
    weight += change;
    all += sum;
  }
  /// To be called after each sentence.
  void sentence_done() {
    if (max_features_ > 0 && features() > max_features_) drop_features();
  }
  void start_epoch(int number) { needed_ = static_cast<std::uint8_t>(std::min<int>(min_updates_, number)); }

  /// Calls visit(key, template, span of average(weight, sum)) for every feature that counts.
  template <class Average, class F>
  void for_weights(Average average, F visit) const {
    std::vector<Weight> weights;
    for (const FeatureTable::Cell& cell : rows_.table().cells()) {
      if (cell.key == 0 || !counts(cell)) continue;
      weights.clear();
      rows_.for_each(cell, [&](TransitionId transition, float weight, double sum) {
        weights.push_back({transition, average(weight, sum)});
      });
      visit(cell.key, cell.from, std::span<const Weight>(weights));
    }
  }

  void save(NamedArrays& arrays) const;
  void restore(const NamedViews& arrays, std::size_t templates);

 private:
  void drop_features();
  bool counts(const FeatureTable::Cell& cell) const { return cell.seen >= needed_; }

  SparseRows<float, double> rows_;
  std::uint8_t min_updates_, needed_ = 1;
  std::size_t max_features_;
};

}  // namespace dodona
