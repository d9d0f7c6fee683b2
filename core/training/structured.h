// Training whole sequences of transitions for beam search (Collins and Roark 2004; Huang, Fayong and Guo 2012; Björkelund and
// Nivre 2015, section 5).
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <vector>

#include "learners/averaged_perceptron.h"
#include "learners/hashed_perceptron.h"
#include "base/parallel.h"
#include "training/order.h"
#include "training/report.h"
#include "training/training_data.h"

namespace dodona {

/// Up to where the gold sequence y and the predicted one ŷ are compared if the parse is wrong.
enum class UpdateChoice : std::uint8_t {
  early,          ///< where the gold sequence falls out of the beam, or at the end
  max_violation,  ///< where the best hypothesis is furthest ahead of the gold sequence
};

enum class StepChoice : std::uint8_t {
  perceptron,          ///< 1
  passive_aggressive,  ///< as large as the loss asks for, see StructuredTrainer
};

struct StructuredOptions {
  std::size_t beam = 8;
  UpdateChoice update = UpdateChoice::max_violation;
  StepChoice step = StepChoice::passive_aggressive;
  double aggressiveness = 0.001;  ///< the greatest step (C of PA-I)
  std::size_t batch = 4;        ///< so many sentences are parsed with the same weights
  float label_cost = 1;
  std::uint64_t seed = 1;
};

/// A structured averaged perceptron, with weights in a table or in a hash kernel. A sentence is parsed with a beam; where the result is wrong, that is, where the oracle forbids one of
/// its transitions, the weights w move towards the gold sequence y and away from the predicted one ŷ, both up to the same step:
///
///     Δ     = φ(y) - φ(ŷ)              features with their transitions, from where the sequences part
///     loss  = margin - w·Δ             margin: 1 for passive-aggressive steps, 0 for the perceptron's
///     w    += step Δ                   if loss >= 0
///     step  = min(C, loss / |Δ|²)      (PA-I of Crammer et al. 2006), or 1
///
/// The gold sequence is the best one under the current weights among those that the oracle allows, found by a beam that makes no other
/// transitions, anew for each sentence and epoch: the latent gold sequence of Björkelund and Nivre. With a static oracle there
/// is only one.
///
/// The sentences of a batch are parsed with the same weights, so that threads can share them, and learnt from one after the other
/// in their order; w·Δ is that of the moment. So the number of threads makes no difference, and the batch makes little.
template <class Learner = AveragedPerceptron>
class StructuredTrainer {
 public:
  /// The data must outlive this.
  StructuredTrainer(const TrainingData& data, const StructuredOptions& options, std::size_t threads, Learner learner);
  StructuredTrainer(const TrainingData& data, const StructuredOptions& options, std::size_t threads)
    requires std::constructible_from<Learner, std::size_t>
      : StructuredTrainer(data, options, threads, Learner(data.setup->transitions.size())) {}
  ~StructuredTrainer();

  /// Goes through all sentences once; epochs count from 1. In the report, a decision is a sentence.
  EpochReport epoch(int number, const Interrupt& interrupt = {});

  /// Where there are many references: the alternative of each group that the gold sequence had when its sentence was last learnt from.
  const std::vector<std::int32_t>& survivors() const { return survivors_; }
  Learner& learner() { return learner_; }
  const Learner& learner() const { return learner_; }

 private:
  struct Lesson;
  class Student;

  void learn(const Lesson& lesson, EpochReport& report);
  void note_survivors(std::size_t sentence, const Lesson& lesson);

  const TrainingData& data_;
  StructuredOptions options_;
  std::size_t threads_;
  Learner learner_;
  std::vector<std::vector<TransitionId>> only_ways_;  // of trees that the oracle derives in one way only; empty until it is known
  std::vector<std::int32_t> survivors_;
};

extern template class StructuredTrainer<AveragedPerceptron>;
extern template class StructuredTrainer<HashedPerceptron>;

}  // namespace dodona
