#include "oracles/swap_dynamic.h"

#include <algorithm>

#include "oracles/best_tree.h"
#include "oracles/swap_nondeterministic.h"
#include "treebank/tree.h"

namespace dodona {

SwapDynamicOracle::SwapDynamicOracle(const SwapStandard& system, const Gold& gold) : system_(system), gold_(gold), order_(gold) {
  for (Node word = 1; word <= gold.words(); ++word) heads_.push_back(gold.head(word));
  depths_ = depths(heads_);
}

MoveSet SwapDynamicOracle::allowed(const Configuration& c) const {
  const std::vector<std::int32_t> heads = best_heads(c, gold_, depths_);
  const Gold best(heads, std::vector<Label>(heads.size(), 0), 0);
  return nd_all_moves(BareConfiguration(c, best), best, ProjectiveOrder(best, c));
}

Costs SwapDynamicOracle::costs(const Configuration& c) const {
  const MoveSet legal = system_.legal(c), free = allowed(c);
  const auto is_there = [&](Node node) { return c.in_stack(node) || c.in_buffer(node); };
  Costs costs;
  costs.fill(1);
  for (const Move move : kAllMoves) {
    if (!legal.has(move)) continue;
    if (builds_arc(move)) {
      const auto [head, dependent] = SwapStandard::arc(c, move);
      const auto lost = std::ranges::count_if(gold_.dependents(dependent), is_there);
      const bool own = gold_.head(dependent) != head && is_there(gold_.head(dependent));
      costs[index_of(move)] = static_cast<float>(lost) + (own ? 1.0f : 0.0f);
    } else if (free.has(move)) {
      costs[index_of(move)] = 0;
    }
  }
  return costs;
}

}  // namespace dodona
