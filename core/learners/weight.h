// What learners hand over and packing takes.
#pragma once

#include "transitions/transitions.h"

namespace dodona {

/// How much a feature speaks for a transition.
struct Weight {
  TransitionId transition;
  float value;
};

}  // namespace dodona
