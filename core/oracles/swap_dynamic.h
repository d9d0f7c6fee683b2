// An oracle for swap-standard parsing that can be asked anywhere.
#pragma once

#include <optional>
#include <vector>

#include "oracles/costs.h"
#include "oracles/projective_order.h"
#include "transitions/swap_standard.h"

namespace dodona {

/// ND-ALL as long as the gold tree can be derived, and a dynamic oracle after mistakes, so that training can explore.
///
/// The projective order is the nearest one, not the paper's, so that less has to be swapped.
///
/// After mistakes, what is still there of the gold tree (oracles/best_tree.h) has a projective order of its own, with the words as they stand. Two
/// topmost words that are out of order are to be swapped; as LAZY does it, SHIFT may come first while s0 can still grow. All other moves cost
/// what they add to the loss of arc-standard once everything is in that order (oracles/straightened.h): where nothing has to be
/// swapped, that is what they cost in arc-standard.
///
/// This is not exact: words that have been swapped never come back, and what a swap could mend is not asked. core/tests/inexact_oracles_test.cpp counts
/// how often it is off.
class SwapDynamicOracle {
 public:
  /// The gold tree must outlive this.
  SwapDynamicOracle(const SwapStandard& system, const Gold& gold);

  /// The cost of every legal move, with the best label.
  Costs costs(const Configuration& c) const;

 private:
  std::optional<ProjectiveOrder> order_that_derives(const Configuration& c) const;
  MoveSet free_moves(const Configuration& c, const ProjectiveOrder& order) const;
  Costs costs_on_the_way(const Configuration& c, MoveSet free) const;
  Costs costs_after_mistakes(const Configuration& c, const ProjectiveOrder& order) const;

  SwapStandard system_;
  const Gold& gold_;
  ProjectiveOrder order_;  // at the beginning
  bool is_projective_;
  std::vector<std::int32_t> heads_, depths_;
  std::vector<Node> components_;  // oracles/projective_components.h
};

}  // namespace dodona
