// The dynamic oracle for arc-hybrid parsing (Goldberg and Nivre 2013, section 4.2).
#pragma once

#include "oracles/costs.h"
#include "transitions/arc_hybrid.h"

namespace dodona {

/// The cost of a move is the number of gold arcs that could be built before it and cannot be after it: arc-hybrid is
/// arc-decomposable, so that all arcs that can still be built one by one can be built together. Arcs from the root are no
/// exception, since no word is left over. With the root last and `single_root`, a word hangs from the root only if it is at the
/// bottom of the stack, so that SHIFT on top of others loses that arc.
///
/// For projective gold trees (with `single_root`, for those with one root) costs are exact: core/tests/dynamic_oracles_test.cpp
/// shows it by exhaustion. For others they come from a lower bound of the loss, as in arc_eager_dynamic.h.
class ArcHybridDynamicOracle {
 public:
  explicit ArcHybridDynamicOracle(const ArcHybrid& system) : system_(system) {}

  /// The cost of every legal move, with the best label.
  Costs costs(const Configuration& c, const Gold& gold) const;

 private:
  ArcHybrid system_;
};

}  // namespace dodona
