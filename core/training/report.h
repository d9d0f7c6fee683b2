// The report of an epoch.
#pragma once

#include <cstdint>

namespace dodona {

/// What happened in an epoch. A decision is a transition, or a whole sequence where those are what is learnt.
struct EpochReport {
  std::uint64_t decisions = 0, updates = 0;  ///< all, and those that were wrong
  double cost = 0;  ///< of the transitions that were predicted; of whole sequences: words with a wrong head or label
  std::uint64_t swaps = 0;  ///< among the transitions that were followed
};

}  // namespace dodona
