// The report of an epoch.
#pragma once

#include <cstdint>

namespace dodona {

/// Statistics of an epoch. A decision is a transition; in structured training, a whole sequence.
struct EpochReport {
  std::uint64_t decisions = 0, updates = 0;  ///< all decisions, and the wrong ones
  double cost = 0;          ///< of the predicted transitions; of whole sequences: words with a wrong head or label
  std::uint64_t swaps = 0;  ///< among the transitions that were followed
};

}  // namespace dodona
