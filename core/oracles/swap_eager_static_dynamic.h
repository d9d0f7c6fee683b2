// An oracle for arc-eager parsing with SWAP, after the static-dynamic one of swap-hybrid (de Lhoneux, Stymne and Nivre 2017).
#pragma once

#include <vector>

#include "oracles/arc_eager_dynamic.h"
#include "oracles/projective_order.h"
#include "transitions/swap_eager.h"

namespace dodona {

/// Static for SWAP and dynamic for the rest. If s1 and s are in the wrong order, SWAP costs 0 and everything else 1; if s, without a
/// head, and b are, SHIFT does, after which SWAP follows. If not, SWAP costs 1, and other moves what they cost in arc-eager, but for two things:
///
///   - A word that a later one will have to be swapped with (one in the buffer that comes after it in the text and before it in
///     the projective order) comes back to the buffer. So SHIFT costs nothing, and LEFT-ARC loses its arcs to words in the
///     stack, too.
///   - RIGHT-ARC keeps such a word from coming back. That costs 1 if words below it are still to come when the first of those
///     that have to pass it is there: otherwise it will be gone by then.
///
/// For projective trees, and as long as nothing was swapped, these are the costs of arc-eager's dynamic oracle. For others this is not
/// exact. From the beginning it derives every tree. core/tests/inexact_oracles_test.cpp counts how often it is off.
class SwapEagerStaticDynamicOracle {
 public:
  /// The gold tree must outlive this.
  SwapEagerStaticDynamicOracle(const SwapEager& system, const Gold& gold, float label_cost)
      : SwapEagerStaticDynamicOracle(system, gold, ProjectiveOrder(gold), label_cost) {}
  /// With another order than that of the words in the text: of a configuration that others have led to.
  SwapEagerStaticDynamicOracle(const SwapEager& system, const Gold& gold, ProjectiveOrder order, float label_cost);

  /// The cost of every legal move, with the best label.
  Costs costs(const Configuration& c) const;

 private:
  // Whether a word will be swapped with one that has to pass it. It will not if that one has to pass a word above it, too, that is linked already: it
  // must be there, with all that hangs from it, before.
  bool comes_back(const Configuration& c, Node word) const;
  bool is_in_the_way(const Configuration& c, Node word) const;
  // Whether the first word without a head has to be passed by b, and others that have heads lie on it.
  bool is_below_a_head(const Configuration& c, Node b) const;
  bool is_sorted(const Configuration& c) const;
  bool is_below(Node word, Node top) const;

  SwapEager system_;
  const Gold& gold_;
  ArcEagerDynamicOracle arc_eager_;
  ProjectiveOrder order_;
  std::vector<Node> first_, last_;  // of what hangs below a word, in the projective order
};

}  // namespace dodona
