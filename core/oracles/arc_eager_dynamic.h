// The dynamic oracle for arc-eager parsing (Goldberg and Nivre 2012, section 3; Goldberg 2013, section 2.4).
#pragma once

#include "oracles/costs.h"
#include "transitions/arc_eager.h"

namespace dodona {

/// How many gold arcs between words a move loses, as Figure 4 counts them, corrected: see arc_eager.h.
int arcs_lost_by(Move move, const Configuration& c, const Gold& gold);

/// The cost of a move is the loss of the best tree that can still be reached after it, less that of
/// the best tree before it. The loss is the number of words with a wrong head once leftover words
/// hang from the root; a word with the right head and the wrong label loses `label_cost`.
///
/// For projective gold trees (and with `single_root`, for those with one root) the costs are exact,
/// wherever the parser has got to: core/tests/arc_eager_oracle_test.cpp shows it by exhaustion. For
/// others the loss that the oracle believes reachable is a lower bound, and it may be that every move
/// costs something; but costs still add up: a sequence of moves costs the loss of its tree less the
/// bound that it began with.
class ArcEagerDynamicOracle {
 public:
  explicit ArcEagerDynamicOracle(const ArcEager& system, float label_cost = 1) : system_(system), label_cost_(label_cost) {}

  /// The cost of every legal move, with the best label.
  Costs costs(const Configuration& c, const Gold& gold) const;

  float label_cost() const { return label_cost_; }

 private:
  ArcEager system_;
  float label_cost_;
};

}  // namespace dodona
