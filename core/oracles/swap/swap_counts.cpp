#include "oracles/swap/swap_counts.h"

#include "oracles/swap/minimal.h"
#include "oracles/swap/swap_standard.h"

namespace dodona {
namespace {

// Whether ND-ALL has no choice anywhere in a derivation.
bool is_unique(const Gold& gold, Root root, const ProjectiveOrder& order, const Derivation& derivation) {
  Configuration c(gold.words(), root);
  for (const Move move : derivation.moves) {
    if (!(nd_all_moves(c, gold, order) == MoveSet{move})) return false;
    SwapStandard::apply(c, move, 0);
  }
  return true;
}

}  // namespace

void SwapCounts::operator+=(const SwapCounts& other) {
  trees += other.trees;
  projective += other.projective;
  eager += other.eager;
  lazy += other.lazy;
  minimal += other.minimal;
  over_budget += other.over_budget;
  unique += other.unique;
}

SwapCounts count_swaps(const Gold& gold, Root root, std::size_t budget) {
  const ProjectiveOrder order(gold);
  const Derivation eager = eager_derivation(gold, root, order), minimal = minimal_derivation(gold, root, order, budget);
  SwapCounts counts;
  counts.trees = 1;
  counts.projective = minimal.swaps == 0;
  counts.eager = eager.swaps;
  counts.lazy = lazy_derivation(gold, root, order).swaps;
  counts.minimal = minimal.swaps;
  counts.over_budget = !minimal.within_budget;
  counts.unique = is_unique(gold, root, order, eager);
  return counts;
}

}  // namespace dodona
