// Weights in a hash kernel, for learning.
#pragma once

#include <cstdint>
#include <vector>

#include "base/memory.h"
#include "base/named_arrays.h"
#include "features/extractor.h"
#include "learners/averaged_perceptron.h"
#include "scoring/hash_kernel.h"
#include "transitions/transitions.h"

namespace dodona {

/// The same as SparseWeights, in a HashKernel of 2^bits weights.
class HashedRows {
 public:
  /// Throws std::invalid_argument if there are too many bits, or too few for the transitions. A score is the sum of at
  /// most `templates` weights.
  HashedRows(std::size_t transitions, std::size_t bits, std::size_t templates);

  std::size_t transitions() const { return transitions_; }
  std::size_t padded() const { return kernel_.columns; }
  /// 0: the number of features that have weights is not known.
  std::size_t features() const { return 0; }
  /// The greatest number of weights that a score is the sum of.
  std::size_t templates() const { return templates_; }

  struct Scratch {
    std::vector<const float*> rows;
  };
  void score(const FeatureList& features, float* scores, Scratch& scratch) const;
  void request(FeatureKey key) const { prefetch(&weights_[kernel_.begin_of(key)]); }
  float weight(FeatureKey key, TransitionId transition) const { return weights_[kernel_.begin_of(key) + transition]; }

  void reserve(std::size_t) {}
  /// Where the weights of a feature begin.
  std::size_t updated(FeatureKey key, std::uint16_t) const { return kernel_.begin_of(key); }
  void add(std::size_t begin, TransitionId transition, float change, double sum) {
    weights_[begin + transition] += change;
    sums_[begin + transition] += sum;
  }
  void start_epoch(int) {}
  void sentence_done() {}

  const HugeVector<float>& weights() const { return weights_; }
  const HugeVector<double>& sums() const { return sums_; }

  void save(NamedArrays& arrays) const;
  /// Throws std::invalid_argument if the state has another size or contains values that are not finite.
  void restore(const NamedViews& arrays, std::size_t templates);

 private:
  std::size_t transitions_, templates_;
  HashKernel kernel_;
  HugeVector<float> weights_;
  HugeVector<double> sums_;
};

using HashedPerceptron = AveragedPerceptronOn<HashedRows>;

}  // namespace dodona
