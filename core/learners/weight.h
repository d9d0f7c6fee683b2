// A weight of a feature, as learners pass it to packing.
#pragma once

#include "transitions/transitions.h"

namespace dodona {

/// The weight of a feature for a transition.
struct Weight {
  TransitionId transition;
  float value;
};

}  // namespace dodona
