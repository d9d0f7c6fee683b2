// Online training of a greedy parser (Goldberg and Nivre 2012, Algorithms 2 and 3; Goldberg 2013, Algorithm 3).
#pragma once

#include <cstdint>
#include <memory>

#include "base/random.h"
#include "learners/learner.h"
#include "training/decide.h"
#include "training/trainer.h"
#include "training/training_data.h"

namespace dodona {

/// The transition that training follows (CHOOSE_NEXT).
enum class Policy : std::uint8_t {
  oracle,     ///< the zero-cost transition with the highest score
  ambiguity,  ///< the predicted transition if its cost is zero, else a random zero-cost one
  explore,    ///< the predicted transition, whatever its cost, with probability `explore`; else as above
  sample,     ///< a transition drawn from the model's distribution (only for learners with probabilities)
};

struct OnlineOptions {
  Policy policy = Policy::explore;
  double explore = 0.9;  ///< the papers' 1 - p
  int after = 2;         ///< the papers' k: explore or sample only from epoch k + 1 on
  float label_cost = 1;
  std::uint64_t seed = 1;
};

/// CHOOSE_NEXT. `probabilities` of all transitions are for Policy::sample, and may be null; with `may_explore` false,
/// it neither explores nor samples.
TransitionId next_transition(const Decision& decision, const OnlineOptions& options, bool may_explore,
                             const float* probabilities, Random& random);

/// Trains a learner sentence by sentence. Randomness depends only on the seed, the epoch and the sentence, so training
/// can stop after any epoch and continue as if it had not.
class OnlineTrainer final : public Trainer {
 public:
  OnlineTrainer(TrainingData data, const OnlineOptions& options, std::unique_ptr<Learner> learner);

  EpochReport epoch(int number, const Interrupt& interrupt = {}) override;

 private:
  void learn(int epoch, std::size_t sentence, EpochReport& report);

  OnlineOptions options_;
  Learner& learner_;
  DecisionMaker decisions_;
  Configuration c_;
};

}  // namespace dodona
