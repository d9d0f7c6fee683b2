// The interface of all training loops.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "learners/learner.h"
#include "search/parser.h"
#include "training/report.h"
#include "training/training_data.h"

namespace dodona {

class Trainer {
 public:
  virtual ~Trainer() = default;
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  /// Replaces the training data by other sentences, for an epoch in several parts: this one comes after `first`
  /// sentences. The parser spec, the vocabularies and the learner stay as they are.
  virtual void read(const Treebank& treebank, std::uint64_t first) {
    data_.read(treebank, first);
    trainable_->read(treebank);
  }
  /// Trains on all the data once; epochs are numbered from 1.
  virtual EpochReport epoch(int number, const Interrupt& interrupt = {}) = 0;
  /// With many references: the alternative of each group that survived when its sentence was last learnt from.
  virtual std::vector<std::int32_t> survivors() const { return {}; }

  /// The current parser. If `prune` is above 0, small weights are left out of the model.
  Parser parser(float prune = 0) const { return {data_.spec, trainable_->model(prune)}; }
  const ParserSpec& spec() const { return *data_.spec; }
  /// The learner. Its state is enough to continue after the last epoch.
  Trainable& learner() { return *trainable_; }
  const Trainable& learner() const { return *trainable_; }

 protected:
  Trainer(TrainingData data, std::unique_ptr<Trainable> learner)
      : data_(std::move(data)), trainable_(std::move(learner)) {}

  TrainingData data_;

 private:
  std::unique_ptr<Trainable> trainable_;
};

}  // namespace dodona
