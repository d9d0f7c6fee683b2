// The static-dynamic oracle for arc-hybrid parsing with SWAP (de Lhoneux, Stymne and Nivre 2017).
#pragma once

#include "oracles/costs.h"
#include "oracles/projective_order.h"
#include "transitions/swap_hybrid.h"

namespace dodona {

/// Static for SWAP and dynamic for the rest. If s0 and b are in the wrong order, SWAP costs 0 and everything else 1. If not, SWAP
/// costs 1, and other moves what they cost in arc-hybrid, with one difference: a word that a later one will have to be swapped
/// with (one in the buffer that comes after it in the text and before it in the projective order) comes back to the
/// buffer, so that SHIFT costs nothing and neither buries it nor its arcs.
///
/// This is not exact: an arc may be lost although it seems free, and the other way round. From the beginning it derives every
/// tree. core/tests/inexact_oracles_test.cpp counts how often it is off.
class SwapHybridStaticDynamicOracle {
 public:
  /// The gold tree must outlive this.
  SwapHybridStaticDynamicOracle(const SwapHybrid& system, const Gold& gold) : system_(system), gold_(gold), order_(gold) {}

  /// The cost of every legal move, with the best label.
  Costs costs(const Configuration& c) const;

 private:
  SwapHybrid system_;
  const Gold& gold_;
  ProjectiveOrder order_;
};

}  // namespace dodona
