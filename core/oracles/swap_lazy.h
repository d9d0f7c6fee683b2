// The LAZY oracle for swap-standard parsing (Nivre, Kuhlmann and Hall 2009).
#pragma once

#include "oracles/projective_components.h"
#include "oracles/projective_order.h"

namespace dodona {

/// Like EAGER, but waits with a swap while s0 can still grow: it swaps only if no word is left in the buffer or the next one
/// belongs to another maximal projective component than s0. (Björkelund and Nivre 2015 say that s0 and s1 must be of
/// different components. Two words of one component are never in the wrong order, so that this would save no swap.)
inline Move swap_lazy_move(const BareConfiguration& c, const Gold& gold, const ProjectiveOrder& order, const std::vector<Node>& components) {
  if (c.can_left_arc(gold)) return Move::left_arc;
  if (c.can_right_arc(gold)) return Move::right_arc;
  const auto component = [&](Node node) { return components[static_cast<std::size_t>(node)]; };
  if (order.can_swap(c) && (c.no_words_left() || component(c.stack(0)) != component(c.front()))) return Move::swap;
  return Move::shift;
}

}  // namespace dodona
