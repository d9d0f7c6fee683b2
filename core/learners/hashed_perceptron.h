// The averaged perceptron with a hash kernel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/memory.h"
#include "features/extractor.h"
#include "learners/decision.h"
#include "learners/feature_difference.h"
#include "scoring/linear/hash_kernel.h"
#include "transitions/transitions.h"

namespace dodona {

/// AveragedPerceptron with its weights in a HashKernel of 2^bits weights.
class HashedPerceptron {
 public:
  /// Throws std::invalid_argument if there are too many bits, or too few for the transitions. A score is the sum of at
  /// most `templates` weights.
  HashedPerceptron(std::size_t transitions, std::size_t bits, std::size_t templates, float margin = 0);

  std::size_t transitions() const { return transitions_; }
  std::size_t padded() const { return kernel_.columns(); }
  /// 0: the number of features that have weights is not known.
  std::size_t features() const { return 0; }

  void score(const FeatureList& features, float* scores) { score(features, scores, scratch_); }
  struct Scratch {
    std::vector<const float*> rows;
  };
  void score(const FeatureList& features, float* scores, Scratch& scratch) const;

  double score(const FeatureDifference& difference) const;
  void add(const FeatureDifference& difference, double step);

  void learn(const FeatureList& features, const Decision& decision) {
    if (const auto rival = decision.rival(margin_)) update(features, decision.best, *rival);
  }
  void update(const FeatureList& features, TransitionId better, TransitionId worse, float step = 1);
  void sentence_done() { ++sentences_; }

  const HashKernel& kernel() const { return kernel_; }
  /// The greatest number of weights that a score is the sum of.
  std::size_t templates() const { return templates_; }
  /// The average, over all sentences seen, of the weight at a place.
  double average(std::size_t place) const {
    return static_cast<double>(weights_[place]) - (sentences_ > 0 ? sums_[place] / static_cast<double>(sentences_) : 0);
  }

  struct State {
    std::vector<std::uint64_t> sentences;  // one number
    std::vector<float> weights;
    std::vector<double> sums;

    template <class Self, class F>
    static void each(Self& self, F visit) {
      visit("sentences", self.sentences);
      visit("weights", self.weights);
      visit("sums", self.sums);
    }
  };
  State state() const;
  /// Throws std::invalid_argument if the state has another size or contains values that are not finite.
  void restore(const State& state, std::size_t templates);

 private:
  void add(std::size_t place, float change) {
    weights_[place] += change;
    sums_[place] += static_cast<double>(change) * static_cast<double>(sentences_);
  }

  std::size_t transitions_, templates_;
  float margin_;
  HashKernel kernel_;
  HugeVector<float> weights_;
  HugeVector<double> sums_;  // each change times the number of sentences before it
  std::uint64_t sentences_ = 0;
  Scratch scratch_;
};

}  // namespace dodona
