// ND-DYNAMIC: a dynamic oracle for swap-standard.
#pragma once

#include <optional>
#include <vector>

#include "oracles/swap/projective_order.h"
#include "transitions/swap_standard.h"

namespace dodona {

/// ND-ALL as long as the gold tree can be derived, and a dynamic oracle after mistakes, so that training can explore.
///
/// The projective order is the nearest one, not that of the paper, so that fewer words have to be swapped.
///
/// After mistakes, the best tree that is still reachable has a projective order of its own, for the words in the order
/// of stack and buffer. SWAP costs 0 if s1 and s0 are inverted in it, and 1 if not. If they are, SHIFT costs at least
/// 1, unless s0 can still get dependents, as with LAZY. All other moves cost what they add to the loss of arc-standard
/// once all inverted words are swapped: where nothing has to be swapped, that is their cost in arc-standard.
///
/// This is not exact: swapped words never come back, and what a swap could repair is ignored.
/// core/tests/oracles/inexact_oracles_test.cpp bounds the share of wrong costs.
class NdDynamicOracle : public SentenceOracle {
 public:
  /// The gold tree must outlive this.
  NdDynamicOracle(const SwapStandard& system, const Gold& gold);

  Costs costs(const Configuration& c) const override;

 private:
  // A projective order in which the gold tree can still be derived.
  std::optional<ProjectiveOrder> derivable_order(const Configuration& c) const;
  MoveSet zero_cost_moves(const Configuration& c, const ProjectiveOrder& order) const;
  Costs costs_before_mistakes(const Configuration& c, MoveSet zero_cost) const;
  Costs costs_after_mistakes(const Configuration& c, const ProjectiveOrder& order) const;

  SwapStandard system_;
  const Gold& gold_;
  ProjectiveOrder order_;  // the nearest one of the text
  bool is_projective_;
  std::vector<std::int32_t> heads_, depths_;
  std::vector<Node> components_;  // maximal projective components
};

/// The heads of the best tree that is still reachable, whatever was built before. `depths` are those of the gold tree.
///
/// Where swaps can bring any two words together, every gold arc between two nodes that are both in the stack or the
/// buffer is reachable. Words that have left them keep their heads. A word whose gold head has left has lost it and may
/// be attached anywhere. To get a tree as near to the gold tree as possible, it is attached as follows.
///
/// The nodes in stack and buffer form groups that are connected by gold arcs, and each node has a subtree of words that
/// have left. Among all nodes of a group and its subtrees, let m be one nearest to the root in the gold tree. Then m's
/// gold head is in another group, nearer to the root, and the topmost word of the group is attached to the node of that
/// group that has m's gold head in its subtree. Each group is attached to one whose m is nearer to the root, so there
/// are no cycles.
///
/// As long as no arc is lost, this is the gold tree.
std::vector<std::int32_t> best_reachable_heads(const Configuration& c, const Gold& gold,
                                               const std::vector<std::int32_t>& depths);

}  // namespace dodona
