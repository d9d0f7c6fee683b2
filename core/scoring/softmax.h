// Converts scores to probabilities.
#pragma once

#include <span>

#include "transitions/transitions.h"

namespace dodona {

/// e to the power of x, for x <= 0; within two units in the last place. Used instead of std::exp, which differs
/// between systems, so that models are the same everywhere.
float exp_of_negative(float x);

/// The sum of exp((score - highest) * factor) over the scores that are at least `least`. The order of the additions,
/// and so the result, is the same on every machine.
float sum_of_exponentials(const float* scores, std::size_t count, float highest, float factor, float least);

/// Sets the probabilities of the legal transitions: the exponentials of their scores, normalised to 1. Other entries
/// are not changed.
void softmax(const float* scores, std::span<const TransitionRange> legal, float* probabilities);

/// The same for a list of transitions; probabilities are in its order.
void softmax(const float* scores, std::span<const TransitionId> among, float* probabilities);

}  // namespace dodona
