// The oracles of arc-eager: static (Goldberg and Nivre 2012, Algorithm 1) and dynamic (ibid., section 3; Goldberg 2013,
// section 2.4).
#pragma once

#include "oracles/oracle.h"
#include "transitions/arc_eager.h"

namespace dodona {

// The costs of moves in c = (σ|s, b|β, A) by the arcs that they lose: those that were reachable before the move and are
// not after it (Goldberg and Nivre 2012, Figure 4, corrected: see docs/science/arc-eager-oracle.md). LEFT-ARC and
// REDUCE pop s and lose arcs of s; RIGHT-ARC and SHIFT push b and lose arcs of b.

constexpr bool pops_stack(Move move) { return move == Move::left_arc || move == Move::reduce; }

/// Whether a move loses the arc from `head` to s or b. An arc from the root is lost only when its dependent gets
/// another head.
inline bool loses_head(const Configuration& c, Move move, Node head) {
  switch (move) {
    // LEFT-ARC loses (k, s) with k ∈ β or k = 0 ≠ b.
    case Move::left_arc: return head != c.buffer(0) && (head == 0 || c.in_buffer(head));
    // RIGHT-ARC loses (k, b) with k ∈ σ, k ∈ β or k = 0 ≠ s.
    case Move::right_arc: return head != c.stack(0) && (head == 0 || c.in_stack(head) || c.in_buffer(head));
    // REDUCE loses none: s has its head.
    case Move::reduce: return false;
    // SHIFT loses (k, b) with k ∈ σ|s, k ≠ 0.
    case Move::shift: return head > 0 && c.in_stack(head);
    case Move::swap: break;  // not a move of arc-eager
  }
  return false;
}

/// Whether a move loses the arc from s or b to `dependent`: LEFT-ARC and REDUCE lose (s, k) with k ∈ b|β, RIGHT-ARC and
/// SHIFT (b, k) with k ∈ σ|s, k without a head.
inline bool loses_dependent(const Configuration& c, Move move, Node dependent) {
  return pops_stack(move) ? c.in_buffer(dependent) : c.in_stack(dependent) && !c.has_head(dependent);
}

/// Whether a move loses an arc.
inline bool loses_arc(const Configuration& c, Move move, Arc arc) {
  const Node node = pops_stack(move) ? c.stack(0) : c.buffer(0);
  return arc.dependent == node ? loses_head(c, move, arc.head)
                               : arc.head == node && loses_dependent(c, move, arc.dependent);
}

/// The number of gold arcs that a legal move loses; with `from_root` false, arcs from the root do not count.
int arcs_lost_by(Move move, const Configuration& c, const Gold& gold, bool from_root);

/// The dynamic oracle. The cost of a move is the loss of the best tree reachable after it, minus the loss of the best
/// tree reachable before it. The loss is the number of words with a wrong head once unattached words are attached to
/// the root; a word with the right head and the wrong label adds `label_cost`.
///
/// For projective gold trees (with `single_root`, for those with one root) the costs are exact in every reachable
/// configuration: core/tests/oracles/arc_eager_test.cpp checks it exhaustively. For others the reachable loss is
/// estimated by a lower bound, and every move may have a positive cost; but costs still add up: the cost of a sequence
/// of moves is the loss of its tree minus the initial bound.
class ArcEagerDynamicOracle : public SentenceOracle {
 public:
  /// The gold tree must outlive this.
  ArcEagerDynamicOracle(const ArcEager& system, const Gold& gold, float label_cost = 1)
      : system_(system), gold_(gold), label_cost_(label_cost) {}

  Costs costs(const Configuration& c) const override;

 private:
  ArcEager system_;
  const Gold& gold_;
  float label_cost_;
};

}  // namespace dodona
