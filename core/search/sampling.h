// Drawing transitions from a distribution.
#pragma once

#include <span>

#include "base/random.h"
#include "transitions/transitions.h"

namespace dodona {

/// One of the legal transitions, each as likely as its probability says. Some transition must be legal.
inline TransitionId drawn(const float* probabilities, std::span<const TransitionRange> legal, Random& random) {
  double left = random.uniform();
  TransitionId last = legal.front().begin;
  for (const TransitionRange range : legal)
    for (TransitionId id = range.begin; id < range.end; ++id) {
      if (probabilities[id] <= 0) continue;
      last = id;  // in case rounding leaves a remainder
      left -= static_cast<double>(probabilities[id]);
      if (left < 0) return id;
    }
  return last;
}

}  // namespace dodona
