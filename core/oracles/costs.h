// Costs: one for each move.
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "oracles/gold.h"
#include "transitions/moves.h"

namespace dodona {

/// The cost of each move, by its index; defined for legal moves only.
using Costs = std::array<float, kMoveCount>;

/// The least cost of a legal move.
inline float least_cost(const Costs& costs, MoveSet legal) {
  float least = std::numeric_limits<float>::max();
  for (const Move move : legal) least = std::min(least, costs[index_of(move)]);
  return least;
}

/// 0 for some moves, and 1 for all others.
inline Costs binary_costs(MoveSet zero_cost) {
  Costs costs;
  costs.fill(1);
  for (const Move move : zero_cost) costs[index_of(move)] = 0;
  return costs;
}

/// Unlabelled moves are costed once, labels after: a move that builds a gold arc is free only with
/// the gold label, and costs `label_cost` more with another (Goldberg and Nivre 2012, footnote 6).
/// A move that builds another arc costs the same with any label.
inline float cost_of_label(const Gold& gold, Arc arc, Label label, float label_cost) {
  return gold.head(arc.dependent) == arc.head && !gold.allows(arc.dependent, label) ? label_cost : 0.0f;
}

}  // namespace dodona
