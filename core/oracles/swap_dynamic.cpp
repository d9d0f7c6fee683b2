#include "oracles/swap_dynamic.h"

#include <algorithm>

#include "oracles/arc_standard_loss.h"
#include "oracles/best_tree.h"
#include "oracles/projective_components.h"
#include "oracles/straightened.h"
#include "oracles/swap_nondeterministic.h"
#include "treebank/tree.h"

namespace dodona {

SwapDynamicOracle::SwapDynamicOracle(const SwapStandard& system, const Gold& gold)
    : system_(system), gold_(gold), order_(ProjectiveOrder::nearest(gold)), is_projective_(order_.is_that_of_the_text()), components_(projective_components(gold, system.root())) {
  for (Node word = 1; word <= gold.words(); ++word) heads_.push_back(gold.head(word));
  depths_ = depths(heads_);
}

Costs SwapDynamicOracle::costs(const Configuration& c) const {
  // As long as no arc is lost, these are the gold heads.
  const std::vector<std::int32_t> heads = best_heads(c, gold_, depths_);
  if (heads == heads_)
    if (const std::optional<ProjectiveOrder> order = order_that_derives(c)) return costs_on_the_way(c, free_moves(c, *order));
  const Gold best(heads, std::vector<Label>(heads.size(), 0), 0);
  return costs_after_mistakes(c, ProjectiveOrder::nearest(best, c));
}

// The nearest order, or if words have been swapped that it has not swapped, the one that was nearest at the beginning.
std::optional<ProjectiveOrder> SwapDynamicOracle::order_that_derives(const Configuration& c) const {
  const BareConfiguration bare(c, gold_);
  if (ProjectiveOrder nearest = ProjectiveOrder::nearest(gold_, c); can_derive(bare, gold_, nearest)) return nearest;
  if (can_derive(bare, gold_, order_)) return order_;
  return std::nullopt;
}

// What ND-ALL allows. With fewer words another order may be the nearest, for which it can be too late.
MoveSet SwapDynamicOracle::free_moves(const Configuration& c, const ProjectiveOrder& order) const {
  const MoveSet all = nd_all_moves(BareConfiguration(c, gold_), gold_, order);
  if (is_projective_) return all;
  MoveSet free;
  for (const Move move : kAllMoves) {
    if (!all.has(move)) continue;
    Configuration next = c;
    system_.apply(next, move, builds_arc(move) ? 0 : kNoLabel);
    if (order_that_derives(next)) free.add(move);
  }
  return free.empty() ? all : free;
}

Costs SwapDynamicOracle::costs_on_the_way(const Configuration& c, MoveSet free) const {
  const MoveSet legal = system_.legal(c);
  const auto is_there = [&](Node node) { return c.in_stack(node) || c.in_buffer(node); };
  Costs costs;
  costs.fill(1);
  for (const Move move : kAllMoves) {
    float& cost = costs[index_of(move)];
    if (free.has(move)) {
      cost = 0;
    } else if (builds_arc(move) && legal.has(move)) {
      const auto [head, dependent] = SwapStandard::arc(c, move);
      const auto lost = std::ranges::count_if(gold_.dependents(dependent), is_there);
      cost = std::max(1.0f, static_cast<float>(lost + (gold_.head(dependent) != head)));
    }
  }
  return costs;
}

Costs SwapDynamicOracle::costs_after_mistakes(const Configuration& c, const ProjectiveOrder& order) const {
  const Straightened straightened(system_, gold_, order);
  std::vector<Node> buffer;
  for (std::size_t i = 0; i < c.buffer_size(); ++i) buffer.push_back(c.buffer(i));
  const Node s0 = c.stack(0), front = c.buffer(0);
  const bool out_of_order = straightened.is_passed(c.stack(1), s0);
  const auto component = [&](Node node) { return components_[static_cast<std::size_t>(node)]; };
  const bool can_grow = front > 0 && s0 >= 0 && component(s0) == component(front);
  const int before = straightened.loss(c.stack(), buffer, c.next());
  Costs costs;
  costs.fill(1);
  const MoveSet legal = system_.legal(c);
  for (const Move move : kAllMoves) {
    if (!legal.has(move)) continue;
    float& cost = costs[index_of(move)];
    if (move == Move::swap) {
      cost = out_of_order ? 0 : 1;
      continue;
    }
    std::vector<Node> stack = c.stack();
    int after = 0;
    if (move == Move::shift) {
      stack.push_back(front);
      after = straightened.loss(stack, {buffer.begin() + 1, buffer.end()}, c.next() + (c.swapped().empty() ? 1 : 0));
    } else {
      const auto [head, dependent] = SwapStandard::arc(c, move);
      stack.erase(stack.end() - (move == Move::left_arc ? 2 : 1));
      after = straightened.loss(stack, buffer, c.next()) + loses_head(gold_, head, dependent);
    }
    cost = static_cast<float>(std::max(0, after - before));
    if (move == Move::shift && out_of_order && !can_grow) cost = std::max(1.0f, cost);
  }
  return costs;
}

}  // namespace dodona
