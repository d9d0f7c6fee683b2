// Makes the trainer of a recipe.
#pragma once

#include <memory>
#include <string>

#include "base/options.h"
#include "features/encoder.h"
#include "training/trainer.h"

namespace dodona {

/// The training data and the feature templates.
struct TrainingInput {
  const Treebank& treebank;
  std::string templates;
  TagChoice tag;
  TransitionSystem system;
  OracleChoice oracle;
  const ReferenceArrays* references = nullptr;  ///< many references for each sentence, if there are any; arc-eager only
  const Treebank* lexicon = nullptr;            ///< words whose strings are known besides those of the treebank
  std::shared_ptr<const Clusters> clusters = nullptr;  ///< those that templates read, if they read any
};

/// The trainer of a recipe: learning to search if its learner is for that, structured if there is a beam, else online.
/// Throws std::invalid_argument if the options do not fit each other (Python checks this first) or the treebank.
std::unique_ptr<Trainer> make_trainer(const TrainingInput& input, const Options& options, std::size_t threads);

}  // namespace dodona
