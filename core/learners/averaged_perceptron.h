// The averaged perceptron (Collins 2002) with sparse features.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/memory.h"
#include "features/extractor.h"
#include "learners/decision.h"
#include "learners/feature_difference.h"
#include "learners/feature_table.h"
#include "learners/weight.h"
#include "transitions/transitions.h"

namespace dodona {

/// Weights of features and transitions, and the sums for averaging them.
///
/// A feature gets weights when it first takes part in an update. Most features have few weights, which are stored as
/// lists of (transition, weight); features with many have rows with one weight per transition.
///
/// A feature counts only after `min_updates` updates (Goldberg and Elhadad 2011): until then its weights are learnt,
/// but treated as 0. This keeps rare features out of the model. In epoch e, e updates are always enough, so that short
/// training learns something too.
///
/// With a margin, it also learns from correct predictions whose lead is below the margin (Krauth and Mézard 1987).
///
/// The average over all sentences seen is w - u / n, where u is the sum of each change times the number of sentences
/// seen before it (Daumé 2006, Figure 2.3).
class AveragedPerceptron {
 public:
  explicit AveragedPerceptron(std::size_t transitions, std::uint8_t min_updates = 1, float margin = 0);

  std::size_t transitions() const { return transitions_; }
  /// The number of transitions rounded up to whole vectors.
  std::size_t padded() const { return padded_; }
  /// The number of features that have weights, whether they count yet or not.
  std::size_t features() const { return table_.size(); }

  /// The sums of the weights of `features`, one per transition; `scores` has room for `padded` of them.
  void score(const FeatureList& features, float* scores) { score(features, scores, scratch_); }
  /// Memory for scoring, one per thread.
  struct Scratch {
    std::vector<const FeatureTable::Cell*> lists;
    std::vector<const float*> rows;
  };
  void score(const FeatureList& features, float* scores, Scratch& scratch) const;

  /// The sum of the weights of a difference, each times its count.
  double score(const FeatureDifference& difference) const;
  /// Adds `step` times a difference to the weights.
  void add(const FeatureDifference& difference, double step);

  /// Learns from a wrong prediction, or from a correct one whose lead is below the margin.
  void learn(const FeatureList& features, const Decision& decision) {
    if (const auto rival = decision.rival(margin_)) update(features, decision.best, *rival);
  }

  /// Adds `step` to the weights of `better` and subtracts it from those of `worse`.
  void update(const FeatureList& features, TransitionId better, TransitionId worse, float step = 1);

  /// Changes several weights of each feature at once, for outputs made of parts.
  struct Change {
    TransitionId transition;
    float step;
  };
  void add(const FeatureList& features, std::span<const Change> changes);

  /// To be called before the sentences of an epoch, which count from 1.
  void start_epoch(int number) { needed_ = static_cast<std::uint8_t>(std::min<int>(min_updates_, number)); }

  /// To be called after each sentence.
  void sentence_done() { ++sentences_; }

  /// Calls visit(key, template, span of averaged weights) for every feature that counts.
  template <class F>
  void for_weights(F visit) const;

  // Everything needed to continue training. Lists stay lists and rows stay rows: rows are summed first, and the order
  // of additions matters unless weights are integers.
  struct State {
    std::vector<std::uint64_t> sentences;  // one number
    std::vector<std::uint8_t> needed;      // one number: the updates after which a feature counts
    std::vector<FeatureKey> keys;
    std::vector<std::uint16_t> from;
    std::vector<std::uint8_t> dense;    // whether a feature has a row
    std::vector<std::uint8_t> updates;  // up to 255
    std::vector<std::uint32_t> sizes;
    std::vector<std::uint16_t> ids;
    std::vector<float> weights;
    std::vector<double> sums;

    /// Calls visit(name, vector) for every part, to save it or to load it.
    template <class Self, class F>
    static void each(Self& self, F visit) {
      visit("sentences", self.sentences);
      visit("needed", self.needed);
      visit("keys", self.keys);
      visit("from", self.from);
      visit("dense", self.dense);
      visit("updates", self.updates);
      visit("sizes", self.sizes);
      visit("ids", self.ids);
      visit("weights", self.weights);
      visit("sums", self.sums);
    }
  };
  State state() const;
  /// Throws std::invalid_argument if the state does not fit together, or has a template beyond `templates`.
  void restore(const State& state, std::size_t templates);

 private:
  using Cell = FeatureTable::Cell;
  struct Entry {
    std::uint32_t transition;
    float weight;
  };
  static constexpr std::uint8_t kDense = FeatureTable::kDense;

  Cell& cell_of(FeatureKey key, std::uint16_t from) {
    return table_.find_or_add(key, from, [&] { return allocate(2); });
  }
  // Counts an update of a feature and returns its cell.
  Cell& updated(FeatureKey key, std::uint16_t from) {
    Cell& cell = cell_of(key, from);
    cell.seen = static_cast<std::uint8_t>(cell.seen + (cell.seen < 255));
    return cell;
  }
  bool counts(const Cell& cell) const { return cell.seen >= needed_; }
  void add(Cell& cell, TransitionId transition, float change);
  void make_dense(Cell& cell);
  std::uint32_t allocate(std::size_t capacity);

  std::size_t transitions_, padded_, longest_list_;
  std::uint8_t min_updates_, needed_ = 1;
  float margin_;
  FeatureTable table_;
  HugeVector<Entry> entries_;  // lists, in blocks of 2, 4, 8, ...
  HugeVector<double> entry_sums_;
  std::vector<std::vector<std::uint32_t>> free_;  // free blocks, by size
  HugeVector<float> dense_;
  HugeVector<double> dense_sums_;
  std::uint64_t sentences_ = 0;
  Scratch scratch_;
};

template <class F>
void AveragedPerceptron::for_weights(F visit) const {
  const double inverse = sentences_ > 0 ? 1.0 / static_cast<double>(sentences_) : 0.0;
  std::vector<Weight> weights;
  for (const Cell& cell : table_.cells()) {
    if (cell.key == 0 || !counts(cell)) continue;
    weights.clear();
    if (cell.size == kDense) {
      for (std::size_t i = 0; i < transitions_; ++i)
        weights.push_back({static_cast<TransitionId>(i),
                           static_cast<float>(dense_[cell.row + i] - dense_sums_[cell.row + i] * inverse)});
    } else {
      for (std::size_t i = 0; i < cell.size; ++i) {
        const Entry entry = entries_[cell.row + i];
        weights.push_back({entry.transition, static_cast<float>(entry.weight - entry_sums_[cell.row + i] * inverse)});
      }
    }
    visit(cell.key, cell.from, std::span<const Weight>(weights));
  }
}

}  // namespace dodona
