// Training whole sequences of transitions for beam search (Collins and Roark 2004; Huang, Fayong and Guo 2012;
// Björkelund and Nivre 2015, section 5).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "learners/learner.h"
#include "training/trainer.h"
#include "training/training_data.h"

namespace dodona {

/// The step up to which the gold sequence y and the predicted one ŷ are compared if the parse is wrong.
enum class UpdateChoice : std::uint8_t {
  early,          ///< where the gold sequence falls out of the beam, or at the end
  max_violation,  ///< where the best hypothesis is furthest ahead of the gold sequence
};

enum class StepChoice : std::uint8_t {
  perceptron,          ///< 1
  passive_aggressive,  ///< as large as the loss demands, see StructuredTrainer
};

/// What the predicted sequence is compared with, if the oracle allows several.
enum class GoldSequence : std::uint8_t {
  latent,     ///< the best correct sequence as a whole
  each_step,  ///< the best correct sequence of each length
};

struct StructuredOptions {
  std::size_t beam = 8;
  UpdateChoice update = UpdateChoice::max_violation;
  StepChoice step = StepChoice::passive_aggressive;
  double aggressiveness = 0.001;  ///< the greatest step (C of PA-I)
  std::size_t batch = 4;          ///< how many sentences are parsed with the same weights
  GoldSequence gold_sequence = GoldSequence::latent;
  std::uint64_t seed = 1;
};

/// Structured learning. A sentence is parsed with a beam. If the oracle forbids one of the result's transitions, the
/// weights w move towards the gold sequence y and away from the predicted one ŷ, both up to the same step:
///
///     Δ     = φ(y) - φ(ŷ)              features with their transitions, from where the sequences diverge
///     loss  = margin - w·Δ             margin: 1 for passive-aggressive steps, 0 for the perceptron's
///     w    += step Δ                   if loss >= 0
///     step  = min(C, loss / |Δ|²)      (PA-I of Crammer et al. 2006), or 1
///
/// The gold sequence is the best one under the current weights among those that the oracle allows: the latent gold
/// sequence of Björkelund and Nivre. It is found anew for each sentence and epoch by a beam restricted to these
/// transitions. With a static oracle there is only one.
///
/// With `GoldSequence::each_step`, y is instead, at each step, the best sequence of that length in the restricted beam
/// (Yu et al. 2013), and there is no violation where the oracle allows ŷ.
///
/// The sentences of a batch are parsed with the same weights, shared among threads, and then learnt from in order; w·Δ
/// uses the current weights. So the number of threads makes no difference, and the batch size little.
class StructuredTrainer final : public Trainer {
 public:
  StructuredTrainer(TrainingData data, const StructuredOptions& options, std::size_t threads,
                    std::unique_ptr<SequenceLearner> learner);
  ~StructuredTrainer() override;

  void read(const Treebank& treebank, std::uint64_t first) override;
  /// In the report, a decision is a sentence.
  EpochReport epoch(int number, const Interrupt& interrupt = {}) override;
  std::vector<std::int32_t> survivors() const override { return survivors_; }

 private:
  struct Lesson;
  class Student;

  void learn(const Lesson& lesson, EpochReport& report);
  void note_survivors(std::size_t sentence, const Lesson& lesson);

  StructuredOptions options_;
  std::size_t threads_;
  SequenceLearner& learner_;
  std::vector<std::vector<TransitionId>>
      only_ways_;  // the sequences of trees that have only one; empty until that is known
  std::vector<std::int32_t> survivors_;
};

}  // namespace dodona
