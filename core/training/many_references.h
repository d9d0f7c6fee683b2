// Training on many references at once (Wisniewski, Lacroix and Yvon 2018, Algorithm 1).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "oracles/references/multi_reference_oracle.h"
#include "training/online.h"

namespace dodona {

/// As in the paper, training follows the predicted transition if it is correct, else the best correct one. With
/// Policy::explore it follows the predicted one, correct or not, with probability `explore`.
class ManyReferencesTrainer final : public Trainer {
 public:
  /// The data must have references.
  ManyReferencesTrainer(TrainingData data, const OnlineOptions& options, std::unique_ptr<Learner> learner);

  EpochReport epoch(int number, const Interrupt& interrupt = {}) override;
  std::vector<std::int32_t> survivors() const override { return survivors_; }

 private:
  void learn(int epoch, std::size_t sentence, EpochReport& report);
  OnlineOptions options_;
  Learner& learner_;
  DecisionMaker decisions_;
  std::vector<std::int32_t> survivors_;
  SurvivingReferences surviving_;
  Configuration c_;
};

}  // namespace dodona
