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

void SwapCounts::add(const Gold& gold, Root root, std::size_t budget) {
  const ProjectiveOrder order(gold);
  const Derivation of_eager = eager_derivation(gold, root, order),
                   of_minimal = minimal_derivation(gold, root, order, budget);
  ++trees;
  projective += of_minimal.swaps == 0;
  eager += of_eager.swaps;
  lazy += lazy_derivation(gold, root, order).swaps;
  minimal += of_minimal.swaps;
  over_budget += !of_minimal.within_budget;
  unique += is_unique(gold, root, order, of_eager);
}

}  // namespace dodona
