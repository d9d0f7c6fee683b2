// The oracles of swap-standard: EAGER, LAZY, ND-SW and ND-ALL (Björkelund and Nivre 2015). MINIMAL is in minimal.h, the
// dynamic oracle in nd_dynamic.h.
#pragma once

#include "oracles/swap/projective_order.h"

namespace dodona {

/// EAGER (Nivre 2009; Algorithm 1): builds gold arcs as soon as it can, and swaps whenever the projective order admits
/// it. It derives every tree.
inline Move eager_move(const Configuration& c, const Gold& gold, const ProjectiveOrder& order) {
  if (can_left_arc(c, gold)) return Move::left_arc;
  if (can_right_arc(c, gold)) return Move::right_arc;
  if (order.can_swap(c)) return Move::swap;
  return Move::shift;
}

/// LAZY (Nivre, Kuhlmann and Hall 2009): like EAGER, but postpones a swap while s0 can still get dependents: it swaps
/// only if the buffer has no word or its front is in another maximal projective component than s0. (Björkelund and
/// Nivre 2015 compare the components of s0 and s1. Two words of one component are never inverted, so that this would
/// save no swap.)
inline Move lazy_move(const Configuration& c, const Gold& gold, const ProjectiveOrder& order,
                      const std::vector<Node>& components) {
  const Move move = eager_move(c, gold, order);
  const auto component = [&](Node node) { return components[static_cast<std::size_t>(node)]; };
  const Node s0 = c.stack(0), b = c.buffer(0);
  return move == Move::swap && b > 0 && component(s0) == component(b) ? Move::shift : move;
}

/// ND-ALL (section 4.1): all moves after which the tree can still be derived with swaps of inverted words.
MoveSet nd_all_moves(const Configuration& c, const Gold& gold, const ProjectiveOrder& order);

/// ND-SW (section 4.1): arcs as soon as they can be built; only SWAP and SHIFT are alternatives.
MoveSet nd_sw_moves(const Configuration& c, const Gold& gold, const ProjectiveOrder& order);

/// Whether the tree can still be derived after a SHIFT (Algorithm 2). Continues as EAGER does: if that comes to a dead
/// end, so does everything else. When the stack has one word left, the tree can be derived, and there is no need to go
/// on (footnote 2).
bool can_shift(Configuration c, const Gold& gold, const ProjectiveOrder& order);

/// Whether the tree can be derived. Continues as EAGER does, to the end: after swaps that EAGER would not make, one
/// word in the stack proves nothing.
bool is_derivable(Configuration c, const Gold& gold, const ProjectiveOrder& order);

/// The derivations of LAZY and EAGER.
Derivation lazy_derivation(const Gold& gold, Root root, const ProjectiveOrder& order);
Derivation eager_derivation(const Gold& gold, Root root, const ProjectiveOrder& order);

}  // namespace dodona
