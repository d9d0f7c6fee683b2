// From the options of a recipe to a trainer.
#pragma once

#include <memory>
#include <string>

#include "base/options.h"
#include "features/encoder.h"
#include "training/trainer.h"

namespace dodona {

/// What to train on, and through which templates to see it.
struct TrainingInput {
  const Treebank& treebank;
  std::string templates;
  TagChoice tag;
  TransitionSystem system;
  OracleChoice oracle;
  const ReferenceArrays* references = nullptr;  ///< many references for each sentence, if there are any; arc-eager only
};

/// The trainer of a recipe: one that learns to search if its learner does, one of whole derivations if there is a beam,
/// or else an online one. Throws std::invalid_argument if the options do not fit each other (Python checks this
/// first) or the treebank.
std::unique_ptr<Trainer> make_trainer(const TrainingInput& input, const Options& options, std::size_t threads);

}  // namespace dodona
