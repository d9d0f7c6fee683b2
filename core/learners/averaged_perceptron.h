// The averaged perceptron (Collins 2002).
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/named_arrays.h"
#include "features/extractor.h"
#include "learners/decision.h"
#include "learners/feature_difference.h"
#include "learners/sparse_weights.h"
#include "transitions/transitions.h"

namespace dodona {

/// Weights of features and transitions, and the sums for averaging them, in a table of features (SparseWeights) or
/// in a hash kernel (HashedRows).
///
/// With a margin, it also learns from correct predictions whose lead is below the margin (Krauth and Mézard 1987).
///
/// The average over all sentences seen is w - u / n, where u is the sum of each change times the number of sentences
/// seen before it (Daumé 2006, Figure 2.3).
template <class Table>
class AveragedPerceptronOn {
 public:
  explicit AveragedPerceptronOn(Table table, float margin = 0) : table_(std::move(table)), margin_(margin) {}

  std::size_t transitions() const { return table_.transitions(); }
  /// The number of transitions rounded up to whole vectors.
  std::size_t padded() const { return table_.padded(); }
  /// The number of features that have weights; 0 if that is unknown.
  std::size_t features() const { return table_.features(); }
  const Table& table() const { return table_; }

  /// The sums of the weights of `features`, one per transition; `scores` has room for `padded` of them.
  void score(const FeatureList& features, float* scores) { score(features, scores, scratch_); }
  /// Memory for scoring, one per thread.
  using Scratch = typename Table::Scratch;
  void score(const FeatureList& features, float* scores, Scratch& scratch) const {
    table_.score(features, scores, scratch);
  }

  /// The sum of the weights of a difference, each times its count.
  double score(const FeatureDifference& difference) const {
    double sum = 0;
    difference.for_each([&](FeatureKey key, std::uint16_t, TransitionId transition,
                            int times) { sum += static_cast<double>(table_.weight(key, transition)) * times; },
                        [&](FeatureKey key) { table_.request(key); });
    return sum;
  }
  /// Adds `step` times a difference to the weights.
  void add(const FeatureDifference& difference, double step) {
    table_.reserve(difference.size());
    difference.for_each(
        [&](FeatureKey key, std::uint16_t from, TransitionId transition, int times) {
          add(table_.updated(key, from), transition, static_cast<float>(step * times));
        },
        [&](FeatureKey key) { table_.request(key); });
  }

  /// Learns from a wrong prediction, or from a correct one whose lead is below the margin.
  void learn(const FeatureList& features, const Decision& decision) {
    if (const auto rival = decision.rival(margin_)) update(features, decision.best, *rival);
  }

  /// Adds `step` to the weights of `better` and subtracts it from those of `worse`.
  void update(const FeatureList& features, TransitionId better, TransitionId worse, float step = 1) {
    const Change changes[] = {{better, step}, {worse, -step}};
    add(features, changes);
  }

  /// Changes several weights of each feature at once, for outputs made of parts.
  struct Change {
    TransitionId transition;
    float step;
  };
  void add(const FeatureList& features, std::span<const Change> changes) {
    table_.reserve(features.size);
    for (std::size_t i = 0; i < features.size; ++i) {
      auto&& feature = table_.updated(features.keys[i], features.from[i]);
      for (const Change& change : changes) add(feature, change.transition, change.step);
    }
  }

  /// To be called before the sentences of an epoch, which count from 1.
  void start_epoch(int number) { table_.start_epoch(number); }
  /// To be called after each sentence.
  void sentence_done() {
    ++sentences_;
    table_.sentence_done();
  }

  /// The average of a weight, given the weight and its u.
  double average(float weight, double sum) const {
    return static_cast<double>(weight) - (sentences_ > 0 ? sum / static_cast<double>(sentences_) : 0);
  }
  /// Calls visit(key, template, span of averaged weights) for every feature that counts.
  template <class F>
  void for_weights(F visit) const {
    const double inverse = sentences_ > 0 ? 1.0 / static_cast<double>(sentences_) : 0.0;
    table_.for_weights([&](float weight, double sum) { return static_cast<float>(weight - sum * inverse); }, visit);
  }

  /// Everything needed to continue training. `restore` throws std::invalid_argument if the state does not fit together,
  /// or has a template beyond `templates`.
  NamedArrays state() const {
    NamedArrays arrays{{"sentences", std::vector<std::uint64_t>{sentences_}}};
    table_.save(arrays);
    return arrays;
  }
  void restore(const NamedViews& arrays, std::size_t templates) {
    const auto sentences = array_named<std::uint64_t>(arrays, "sentences");
    if (sentences.size() != 1) throw std::invalid_argument("the saved training state does not fit together");
    table_.restore(arrays, templates);
    sentences_ = sentences[0];
  }

 private:
  template <class Feature>
  void add(Feature&& feature, TransitionId transition, float change) {
    table_.add(feature, transition, change, static_cast<double>(change) * static_cast<double>(sentences_));
  }

  Table table_;
  float margin_;
  std::uint64_t sentences_ = 0;
  Scratch scratch_;
};

using AveragedPerceptron = AveragedPerceptronOn<SparseWeights>;

}  // namespace dodona
