// The non-deterministic oracles for swap-standard parsing (Björkelund and Nivre 2015, section 4.1).
#pragma once

#include "oracles/can_shift.h"

namespace dodona {

/// ND-ALL: all moves after which the tree can still be derived by swaps that the projective order admits.
inline MoveSet nd_all_moves(const BareConfiguration& c, const Gold& gold, const ProjectiveOrder& order) {
  MoveSet moves;
  // No two of these are ever possible together.
  if (c.can_left_arc(gold)) moves.add(Move::left_arc);
  if (c.can_right_arc(gold)) moves.add(Move::right_arc);
  if (order.can_swap(c)) moves.add(Move::swap);
  if (moves.empty() || can_shift(c, gold, order)) moves.add(Move::shift);
  return moves;
}

/// ND-SW: arcs as soon as they can be built; only whether to swap or to shift is left open.
inline MoveSet nd_sw_moves(const BareConfiguration& c, const Gold& gold, const ProjectiveOrder& order) {
  if (c.can_left_arc(gold)) return {Move::left_arc};
  if (c.can_right_arc(gold)) return {Move::right_arc};
  if (!order.can_swap(c)) return {Move::shift};
  return can_shift(c, gold, order) ? MoveSet{Move::shift, Move::swap} : MoveSet{Move::swap};
}

}  // namespace dodona
