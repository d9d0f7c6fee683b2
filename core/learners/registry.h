// All learners, by name.
#pragma once

#include <memory>

#include "base/options.h"
#include "learners/learner.h"
#include "learners/linear_learner.h"
#include "learners/move_then_label_learner.h"

namespace dodona {

/// The learner for online training that the options describe. Throws std::invalid_argument if there is none.
std::unique_ptr<Learner> make_learner(std::shared_ptr<FeatureInput> input, const Options& options);
/// For training whole derivations.
std::unique_ptr<SequenceLearner> make_sequence_learner(std::shared_ptr<FeatureInput> input, const Options& options);
/// For learning to search; the learner must be one of these (learns_to_search).
std::unique_ptr<MoveThenLabelLearner> make_move_then_label_learner(std::shared_ptr<FeatureInput> input,
                                                                   const Options& options);
bool learns_to_search(const Options& options);

}  // namespace dodona
