// An oracle for swap-standard parsing that can be asked anywhere.
#pragma once

#include <vector>

#include "oracles/costs.h"
#include "oracles/projective_order.h"
#include "transitions/swap_standard.h"

namespace dodona {

/// ND-ALL for the best tree that can still be built (oracles/best_tree.h), so that training can explore.
///
/// An arc costs the gold arcs that it loses: that of its dependent, if its head is still there and another, and those to the
/// dependent's own dependents that are still there. SHIFT and SWAP lose none at once; they are free if ND-ALL allows them on
/// the way to the best tree, and cost 1 otherwise. On the way to the gold tree it says what ND-ALL says.
///
/// This is not exact: words that have been swapped never come back, and then not every arc between what is still there can be
/// had. core/tests/inexact_oracles_test.cpp counts how often it is off.
class SwapDynamicOracle {
 public:
  /// The gold tree must outlive this.
  SwapDynamicOracle(const SwapStandard& system, const Gold& gold);

  /// The cost of every legal move, with the best label.
  Costs costs(const Configuration& c) const;

 private:
  MoveSet allowed(const Configuration& c) const;

  SwapStandard system_;
  const Gold& gold_;
  ProjectiveOrder order_;
  std::vector<std::int32_t> heads_, depths_;
};

}  // namespace dodona
