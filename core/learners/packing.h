// From a learner's weights to a model for parsing.
#pragma once

#include "learners/averaged_perceptron.h"
#include "learners/linear_model.h"

namespace dodona {

/// A model with the averages of a perceptron's weights, rounded to integers. The scale is such that no
/// sum of one weight from each template leaves 16 bits. The same weights make the same bytes, in whatever
/// order they were learnt.
LinearModel pack(const AveragedPerceptron& learner);

}  // namespace dodona
