// The static oracle for arc-standard parsing (Nivre 2004; Björkelund and Nivre 2015, Algorithm 1 without SWAP).
#pragma once

#include "oracles/bare.h"

namespace dodona {

/// Builds gold arcs as soon as they can be built, left ones before right ones, and shifts otherwise. It derives every
/// projective tree. Off its way it only guesses.
inline Move arc_standard_static_move(const BareConfiguration& c, const Gold& gold) {
  if (c.can_left_arc(gold)) return Move::left_arc;
  if (c.can_right_arc(gold)) return Move::right_arc;
  return Move::shift;
}

}  // namespace dodona
