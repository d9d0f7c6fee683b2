// The EAGER oracle for swap-standard parsing (Nivre 2009; Björkelund and Nivre 2015, Algorithm 1).
#pragma once

#include "oracles/projective_order.h"

namespace dodona {

/// Swaps whenever the projective order admits it. It derives every tree.
inline Move swap_eager_move(const BareConfiguration& c, const Gold& gold, const ProjectiveOrder& order) {
  if (c.can_left_arc(gold)) return Move::left_arc;
  if (c.can_right_arc(gold)) return Move::right_arc;
  if (order.can_swap(c)) return Move::swap;
  return Move::shift;
}

}  // namespace dodona
