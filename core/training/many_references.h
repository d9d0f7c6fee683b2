// Training on many references at once (Wisniewski, Lacroix and Yvon 2018, Algorithm 1).
#pragma once

#include <cstdint>
#include <vector>

#include "oracles/references/multi_reference_oracle.h"
#include "training/online.h"
#include "training/references_data.h"

namespace dodona {

/// Algorithm 1. As in the paper, what is followed is the model's own choice if it is correct, and the best correct one if not;
/// with Policy::explore its own choice, correct or not, after some epochs and as often as `explore` says.
template <class Learner>
class ManyReferencesTrainer {
 public:
  ManyReferencesTrainer(const ManyReferences& data, const ArcEager& system, const OnlineOptions& options, Learner learner)
      : data_(data), system_(system), options_(options), learner_(std::move(learner)), features_(data.setup->extractor.list()), scores_(learner_.padded()),
        deciding_(learner_.padded()), survivors_(data.first_group.back(), 0) {}

  std::vector<std::uint32_t> order(int epoch) const { return order_of_epoch(options_.seed, epoch, data_.size()); }
  /// Learns from one sentence.
  void learn(int epoch, std::size_t index, EpochReport& report);

  /// The alternative of each group that survived when its sentence was last learnt from.
  const std::vector<std::int32_t>& survivors() const { return survivors_; }
  Learner& learner() { return learner_; }
  const Learner& learner() const { return learner_; }

 private:
  const ManyReferences& data_;
  ArcEager system_;
  OnlineOptions options_;
  Learner learner_;
  FeatureList features_;
  std::vector<float> scores_;
  Deciding<Learner> deciding_;
  std::vector<std::int32_t> survivors_;
  SurvivingReferences living_;
  Configuration c_;
};

extern template class ManyReferencesTrainer<AveragedPerceptron>;
extern template class ManyReferencesTrainer<AdaGradRda>;

}  // namespace dodona
