// Online training of a greedy parser (Goldberg and Nivre 2012, Algorithms 2 and 3; Goldberg 2013, Algorithm 3).
#pragma once

#include <cstdint>
#include <vector>

#include "features/encoder.h"
#include "features/extractor.h"
#include "learners/adagrad_rda.h"
#include "learners/averaged_perceptron.h"
#include "learners/decision.h"
#include "learners/hashed_perceptron.h"
#include "learners/passive_aggressive.h"
#include "oracles/gold.h"
#include "oracles/oracle.h"
#include "training/deciding.h"
#include "training/order.h"
#include "base/random.h"
#include "training/report.h"
#include "transitions/system.h"
#include "transitions/transitions.h"

namespace dodona {

/// What to follow while training (CHOOSE_NEXT): the best move that the oracle allows; the model's own
/// if that is allowed, or else one at random that is; the model's own, allowed or not; or one drawn from the
/// model's distribution, which only learners with probabilities have.
enum class Policy : std::uint8_t { oracle, ambiguity, explore, sample };

struct OnlineOptions {
  OracleChoice oracle = OracleChoice::dynamic;
  Policy policy = Policy::explore;
  double explore = 0.9;  ///< how often to follow the model whatever it costs (the paper's 1 - p)
  int after = 2;         ///< the papers' k: explore or sample only from epoch k + 1 on
  float label_cost = 1;
  std::uint64_t seed = 1;
};

/// Trains a learner sentence by sentence. A learner scores the features of a configuration, learns from what
/// was right there (learners/decision.h), and is told when a sentence is done.
template <class Learner>
class OnlineTrainer {
 public:
  OnlineTrainer(const TransitionSystem& system, const TransitionSet& transitions, const Extractor& extractor, const OnlineOptions& options, Learner learner)
      : system_(system), transitions_(transitions), extractor_(extractor), options_(options),
        learner_(std::move(learner)), features_(extractor.list()), scores_(learner_.padded()), deciding_(learner_.padded()) {}

  /// The order in which an epoch (from 1) goes through `sentences` sentences.
  std::vector<std::uint32_t> order(int epoch, std::size_t sentences) const { return order_of_epoch(options_.seed, epoch, sentences); }

  /// Learns from one sentence. What is random depends on the seed, the epoch and `index` alone, so
  /// that training can stop after any epoch and go on as if it had not.
  void learn(int epoch, std::size_t index, WordValues words, const Gold& gold, EpochReport& report) {
    learn(epoch, index, words, gold, *oracle_for(options_.oracle, system_, gold, options_.label_cost), report);
  }
  /// With an oracle that was prepared before: the same one in every epoch.
  void learn(int epoch, std::size_t index, WordValues words, const Gold& gold, const SentenceOracle& oracle, EpochReport& report) {
    system_.visit([&](const auto& system) { learn_with(system, epoch, index, words, gold, oracle, report); });
  }

  Learner& learner() { return learner_; }
  const Learner& learner() const { return learner_; }

 private:
  template <class System>
  void learn_with(const System& system, int epoch, std::size_t index, WordValues words, const Gold& gold, const SentenceOracle& oracle,
                  EpochReport& report);
  TransitionId next(const Decision& decision, bool may_leave, Random& random) const;

  TransitionSystem system_;
  const TransitionSet& transitions_;
  const Extractor& extractor_;
  OnlineOptions options_;
  Learner learner_;
  FeatureList features_;
  std::vector<float> scores_;
  Deciding<Learner> deciding_;
  Configuration c_;
};

extern template class OnlineTrainer<AveragedPerceptron>;
extern template class OnlineTrainer<AdaGradRda>;
extern template class OnlineTrainer<PassiveAggressive>;
extern template class OnlineTrainer<HashedPerceptron>;
extern template class OnlineTrainer<PassiveAggressiveOn<HashedPerceptron>>;

}  // namespace dodona
