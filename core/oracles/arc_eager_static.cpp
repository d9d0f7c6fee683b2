#include "oracles/arc_eager_static.h"

#include <algorithm>

namespace dodona {

Move ArcEagerStaticOracle::move(const Configuration& c, const Gold& gold) const {
  const MoveSet legal = system_.legal(c);
  const Node i = c.stack(0), j = c.buffer(0);
  const auto has_arc = [&](Node head, Node dependent) { return dependent > 0 && gold.head(dependent) == head; };
  // Line 5 of the algorithm: k is below i, linked to j. All that is below i and not in the stack has
  // been popped, and is done with.
  const auto linked_below = [&] {
    return std::any_of(c.stack().begin(), c.stack().end() - 1, [&](Node k) { return has_arc(k, j) || has_arc(j, k); });
  };

  if (i != kNone) {
    if (legal.has(Move::left_arc) && has_arc(j, i)) return Move::left_arc;
    if (legal.has(Move::right_arc) && has_arc(i, j)) return Move::right_arc;
    if (legal.has(Move::reduce) && linked_below()) return Move::reduce;
  }
  if (legal.has(Move::shift)) return Move::shift;
  return *std::find_if(kAllMoves.begin(), kAllMoves.end(), [&](Move move) { return legal.has(move); });
}

Costs ArcEagerStaticOracle::costs(const Configuration& c, const Gold& gold) const {
  Costs costs;
  costs.fill(1);
  costs[index_of(move(c, gold))] = 0;
  return costs;
}

}  // namespace dodona
