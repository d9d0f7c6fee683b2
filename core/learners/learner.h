// The seam between training and learners: a learner is a scorer that learns.
#pragma once

#include <cstddef>
#include <memory>

#include "base/named_arrays.h"
#include "learners/decision.h"
#include "scoring/scorer.h"

namespace dodona {

/// Anything that learns a model.
class Trainable {
 public:
  virtual ~Trainable() = default;

  /// Replaces the sentences to learn from. Strings that are new are unknown words, as in parsing.
  virtual void read(const Treebank& treebank) = 0;

  /// The current model. If `prune` is above 0, weights below it are left out and the others rounded to fewer bits.
  virtual std::unique_ptr<Model> model(float prune) const = 0;
  /// How many features have weights; 0 if that is unknown.
  virtual std::size_t features() const { return 0; }

  /// Everything needed to continue training. `restore` throws std::invalid_argument if the arrays do not fit.
  virtual NamedArrays state() const = 0;
  virtual void restore(const NamedViews& state) = 0;
};

/// Scores the configurations of training sentences and learns from decisions made in them. Training loops use only this
/// interface.
class Learner : public Trainable {
 public:
  /// Begins an epoch; epochs are numbered from 1.
  virtual void start_epoch(int) {}
  /// Begins a sentence of the training data.
  virtual void start(std::size_t sentence) = 0;
  /// A score for every transition, valid until the next call.
  virtual const float* score(const Configuration& c) = 0;
  /// Learns from a decision in the configuration that was scored last.
  virtual void learn(const Decision& decision) = 0;
  virtual void end_sentence() = 0;

  /// Whether decisions must include the costs of all legal transitions.
  virtual bool needs_costs() const { return false; }
  /// The probability of each legal transition in the last decision, before learning from it; nullptr if the learner has
  /// none.
  virtual const float* probabilities() const { return nullptr; }
};

class FeatureDifference;

/// Scores with a learner's current weights, on one of several threads, and compares derivations.
class SequenceScorer : public Scorer {
 public:
  /// Adds the features of a configuration with a transition, `times` times.
  virtual void add(const Configuration& c, TransitionId transition, int times, FeatureDifference& difference) = 0;
};

/// A learner of whole derivations. It learns from the difference Δ = φ(y) - φ(ŷ) of their features.
class SequenceLearner : public Learner {
 public:
  virtual std::unique_ptr<SequenceScorer> scorer() const = 0;
  /// w·Δ.
  virtual double score(const FeatureDifference& difference) const = 0;
  /// w += step Δ.
  virtual void add(const FeatureDifference& difference, double step) = 0;
  using Learner::score;
};

}  // namespace dodona
