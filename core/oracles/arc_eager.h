// The oracles of arc-eager: static (Goldberg and Nivre 2012, Algorithm 1) and dynamic (ibid., section 3; Goldberg 2013,
// section 2.4).
#pragma once

#include "oracles/oracle.h"
#include "transitions/arc_eager.h"

namespace dodona {

/// Whether an arc that was reachable in c = (σ|s, b|β, A) is not any more after a move (Goldberg and Nivre 2012, Figure
/// 4, corrected: see transitions/arc_eager.h). An arc from the root is lost only when its dependent gets another head.
inline bool loses_arc(const Configuration& c, Move move, Arc arc) {
  const Node s = c.stack(0), b = c.buffer(0), head = arc.head, dependent = arc.dependent;
  const auto is_unattached_in_stack = [&](Node word) { return c.in_stack(word) && !c.has_head(word); };
  switch (move) {
    // LEFT-ARC loses (k, s) with k ∈ β or k = 0 ≠ b, and (s, k) with k ∈ b|β.
    case Move::left_arc:
      return dependent == s ? head != b && (head == 0 || c.in_buffer(head)) : head == s && c.in_buffer(dependent);
    // RIGHT-ARC loses (k, b) with k ∈ σ, k ∈ β or k = 0 ≠ s, and (b, k) with k ∈ σ|s, k without a head.
    case Move::right_arc:
      return dependent == b ? head != s && (head == 0 || c.in_stack(head) || c.in_buffer(head))
                            : head == b && is_unattached_in_stack(dependent);
    // REDUCE loses (s, k) with k ∈ b|β.
    case Move::reduce: return head == s && c.in_buffer(dependent);
    // SHIFT loses (k, b) with k ∈ σ|s, k ≠ 0, and (b, k) with k ∈ σ|s, k without a head.
    case Move::shift:
      return dependent == b ? head > 0 && c.in_stack(head) : head == b && is_unattached_in_stack(dependent);
    case Move::swap: break;  // not a move of arc-eager
  }
  return false;
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
