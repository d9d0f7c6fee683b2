// The static-dynamic oracle of swap-eager, after that of swap-hybrid (de Lhoneux, Stymne and Nivre 2017). MINIMAL is in
// minimal.h.
#pragma once

#include <vector>

#include "oracles/arc_eager.h"
#include "oracles/swap/projective_order.h"
#include "transitions/swap_eager.h"

namespace dodona {

/// Static for SWAP and dynamic for the other moves, in c = (σ|s1|s, b|β, A). If s1 and s are inverted, SWAP costs 0 and
/// every other move 1; if s is without a head and s and b are inverted, the same holds for SHIFT, and SWAP follows. If
/// not, SWAP costs 1, and the other moves cost the same as in arc-eager, with two differences:
///
///   - A word that has to be swapped with a word of the buffer returns to the buffer. So SHIFT costs nothing, and
///     LEFT-ARC also loses its arcs with words of the stack.
///   - RIGHT-ARC prevents such a word from returning. That costs 1 if words that it dominates come after the first word
///     that has to be swapped with it: otherwise it will have been reduced by then.
///
/// For projective trees, as long as nothing was swapped, the costs are those of arc-eager's dynamic oracle. For others
/// they are not exact. From the initial configuration, the moves of cost 0 derive every tree.
/// core/tests/oracles/inexact_oracles_test.cpp bounds the share of wrong costs.
class SwapEagerStaticDynamicOracle : public SentenceOracle {
 public:
  /// The gold tree must outlive this.
  SwapEagerStaticDynamicOracle(const SwapEager& system, const Gold& gold, float label_cost)
      : SwapEagerStaticDynamicOracle(system, gold, ProjectiveOrder(gold), label_cost) {}
  /// With another projective order: that of a configuration in which other words were swapped.
  SwapEagerStaticDynamicOracle(const SwapEager& system, const Gold& gold, ProjectiveOrder order, float label_cost);

  Costs costs(const Configuration& c) const override;

 private:
  // Whether a word will be swapped with a word of the buffer. It will not if that word also has to be swapped with a
  // word above it that has a head and dominates it: that subtree must be complete, and reduced, before.
  bool returns(const Configuration& c, Node word) const;
  // Whether words that `word` dominates come after the first word of the buffer that has to be swapped with it.
  bool blocks_swap(const Configuration& c, Node word) const;
  // Whether the topmost word without a head has to be swapped with b, and words with heads lie above it.
  bool swap_is_covered(const Configuration& c, Node b) const;
  // Whether stack and buffer are in projective order.
  bool is_sorted(const Configuration& c) const;
  bool dominates(Node top, Node word) const;

  SwapEager system_;
  const Gold& gold_;
  ArcEagerDynamicOracle arc_eager_;
  ProjectiveOrder order_;
  std::vector<Node> first_,
      last_;  // by node: the first and last position, in the projective order, of the words that it dominates
};

}  // namespace dodona
