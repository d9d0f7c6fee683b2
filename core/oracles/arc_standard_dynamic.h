// The dynamic oracle for arc-standard parsing (Goldberg, Sartorio and Satta 2014).
#pragma once

#include <vector>

#include "oracles/costs.h"
#include "transitions/arc_standard.h"

namespace dodona {

/// Arc-standard is not arc-decomposable: arcs that can be built one by one may exclude each other. A move costs what it adds to the loss of
/// the best tree that can still be reached (arc_standard_loss.h). For projective gold trees (with `single_root`, for those with one
/// root) costs are exact: core/tests/dynamic_oracles_test.cpp shows it by exhaustion. For others they are a guess.
class ArcStandardDynamicOracle {
 public:
  /// The gold tree must outlive this.
  ArcStandardDynamicOracle(const ArcStandard& system, const Gold& gold);

  /// The cost of every legal move, with the best label.
  Costs costs(const Configuration& c) const;

 private:
  // The least that the words of the stack and the buffer can lose.
  int loss(const std::vector<Node>& stack, const std::vector<Node>& units) const;
  // The units of a buffer that begins with its i-th node.
  std::vector<Node> units(const Configuration& c, std::size_t i) const;

  ArcStandard system_;
  const Gold& gold_;
  std::vector<Node> first_;  // of what each node dominates
};

}  // namespace dodona
