#include "oracles/swap/nd_dynamic.h"

#include <algorithm>
#include <limits>

#include "oracles/arc_standard.h"
#include "oracles/swap/swap_standard.h"
#include "treebank/tree.h"

namespace dodona {

std::vector<std::int32_t> best_reachable_heads(const Configuration& c, const Gold& gold,
                                               const std::vector<std::int32_t>& depths) {
  const auto at = [](Node node) { return static_cast<std::size_t>(node); };
  const auto words = gold.words();
  const auto depth = [&](Node node) { return node == 0 ? 0 : depths[at(node) - 1]; };
  const auto is_left = [&](Node node) { return c.in_stack(node) || c.in_buffer(node); };
  // The node of the stack or the buffer that has a node in its subtree, and the topmost node of the group of each that
  // is left: climbs to one that is known, and notes it for all on the way.
  std::vector<Node> left_above(at(words) + 1, kNone), topmost(at(words) + 1, kNone), way;
  const auto climb = [&](std::vector<Node>& known, Node node, auto is_end, auto next) {
    for (way.clear(); known[at(node)] == kNone && !is_end(node); node = next(node)) way.push_back(node);
    if (known[at(node)] == kNone) known[at(node)] = node;
    for (const Node below : way) known[at(below)] = known[at(node)];
    return known[at(node)];
  };
  const auto ancestor_left = [&](Node node) {
    return climb(left_above, node, is_left, [&](Node below) { return c.head(below); });
  };
  const auto group_of = [&](Node node) {
    return climb(
        topmost, ancestor_left(node), [&](Node each) { return each == 0 || !is_left(gold.head(each)); },
        [&](Node each) { return gold.head(each); });
  };
  std::vector<Node> nearest(at(words) + 1, kNone);  // m, by the topmost node of its group
  for (Node node = 0; node <= words; ++node) {
    Node& found = nearest[at(group_of(node))];
    if (found == kNone || depth(node) < depth(found)) found = node;
  }
  std::vector<std::int32_t> heads(at(words));
  for (Node word = 1; word <= words; ++word) {
    const Node head = !is_left(word)             ? c.head(word)
                      : is_left(gold.head(word)) ? gold.head(word)
                                                 : ancestor_left(gold.head(nearest[at(word)]));
    heads[at(word) - 1] = head;
  }
  return heads;
}

namespace {

/// The loss of swap-standard if it swaps the words that are inverted in a projective order, and no others.
///
/// A word of the stack that has to be swapped with a later word returns to the buffer. As far as arcs are concerned, it
/// is there already: the words that stay in the stack, and all others as a buffer in projective order, are a
/// configuration of arc-standard, whose loss this is.
class LossAfterSwaps {
 public:
  LossAfterSwaps(const SwapStandard& system, const Gold& gold, const ProjectiveOrder& order)
      : system_(system), gold_(gold), order_(order) {}

  /// Of a stack (its top last) and a buffer. Words from `next` on are the rest of the text.
  int operator()(const std::vector<Node>& stack, const std::vector<Node>& buffer, Node next) const {
    Node lowest = std::numeric_limits<Node>::max();  // the first position of the rest of the text
    std::vector<Node> put_back;
    for (const Node node : buffer) {
      if (node >= next) lowest = std::min(lowest, order_.of(node));
      if (node < next && node != 0) put_back.push_back(node);
    }
    std::vector<Node> stays, sorted = buffer;
    for (auto word = stack.begin(); word != stack.end(); ++word) {
      const auto swapped_with = [&](Node later) { return order_.are_inverted(*word, later); };
      const bool returns =
          *word > 0 && (order_.of(*word) > lowest || std::any_of(word + 1, stack.end(), swapped_with) ||
                        std::ranges::any_of(put_back, swapped_with));
      (returns ? sorted : stays).push_back(*word);
    }
    std::ranges::sort(sorted, [&](Node one, Node other) { return is_before(one, other); });
    return arc_standard_loss(stays, units(stays, sorted), gold_, system_.single_root());
  }

 private:
  bool is_before(Node one, Node other) const {
    if (one == 0 || other == 0) return (one == 0) == (system_.root() == Root::first) && one != other;
    return order_.of(one) < order_.of(other);
  }

  // The units of the buffer (arc_standard.h): the root, words that dominate a word of the stack, and words whose head
  // is not in the buffer.
  std::vector<Node> units(const std::vector<Node>& stack, const std::vector<Node>& buffer) const {
    enum : char { kOutside, kInside, kAbove };
    const auto at = [](Node node) { return static_cast<std::size_t>(node); };
    std::vector<char> where(at(gold_.words()) + 1, kOutside);
    for (const Node node : buffer) where[at(node)] = kInside;
    for (const Node node : stack)
      for (Node above = node; above > 0;) {
        above = gold_.head(above);
        if (where[at(above)] != kInside) break;  // outside, or seen before
        where[at(above)] = kAbove;
      }
    std::vector<Node> units;
    for (const Node node : buffer)
      if (node == 0 || where[at(node)] == kAbove || where[at(gold_.head(node))] == kOutside) units.push_back(node);
    return units;
  }

  const SwapStandard& system_;
  const Gold& gold_;
  const ProjectiveOrder& order_;
};

}  // namespace

NdDynamicOracle::NdDynamicOracle(const SwapStandard& system, const Gold& gold)
    : system_(system), gold_(gold), order_(ProjectiveOrder::nearest(gold)), is_projective_(order_.is_text_order()),
      components_(maximal_projective_components(gold, system.root())) {
  for (Node word = 1; word <= gold.words(); ++word) heads_.push_back(gold.head(word));
  depths_ = depths(heads_);
}

Costs NdDynamicOracle::costs(const Configuration& c) const {
  // As long as no arc is lost, these are the gold heads.
  const std::vector<std::int32_t> heads = best_reachable_heads(c, gold_, depths_);
  if (heads == heads_)
    if (const std::optional<ProjectiveOrder> order = derivable_order(c))
      return costs_before_mistakes(c, zero_cost_moves(c, *order));
  const Gold best(heads, std::vector<Label>(heads.size(), 0), 0);
  return costs_after_mistakes(c, ProjectiveOrder::nearest(best, c));
}

// The order nearest to the words as they stand, or, if they were swapped in another order, the one nearest to the text.
std::optional<ProjectiveOrder> NdDynamicOracle::derivable_order(const Configuration& c) const {
  if (ProjectiveOrder nearest = ProjectiveOrder::nearest(gold_, c); is_derivable(c, gold_, nearest)) return nearest;
  if (is_derivable(c, gold_, order_)) return order_;
  return std::nullopt;
}

// The moves of ND-ALL. With fewer words another order may be the nearest, in which the tree cannot be derived any more.
MoveSet NdDynamicOracle::zero_cost_moves(const Configuration& c, const ProjectiveOrder& order) const {
  const MoveSet all = nd_all_moves(c, gold_, order);
  if (is_projective_) return all;
  MoveSet derivable;
  for (const Move move : all) {
    Configuration next = c;
    system_.apply(next, move, 0);
    if (derivable_order(next)) derivable.add(move);
  }
  return derivable.empty() ? all : derivable;
}

Costs NdDynamicOracle::costs_before_mistakes(const Configuration& c, MoveSet zero_cost) const {
  const auto is_left = [&](Node node) { return c.in_stack(node) || c.in_buffer(node); };
  Costs costs = binary_costs(zero_cost);
  for (const Move move : system_.legal(c)) {
    if (zero_cost.has(move) || !builds_arc(move)) continue;
    // An arc (h, d) loses (k, d) with k ≠ h and all (d, k) with k in the stack or the buffer; if none of them, a
    // derivation.
    const auto [head, dependent] = SwapStandard::arc(c, move);
    const auto lost = std::ranges::count_if(gold_.dependents(dependent), is_left);
    costs[index_of(move)] = std::max(1.0f, static_cast<float>(lost + (gold_.head(dependent) != head)));
  }
  return costs;
}

Costs NdDynamicOracle::costs_after_mistakes(const Configuration& c, const ProjectiveOrder& order) const {
  const LossAfterSwaps loss(system_, gold_, order);
  std::vector<Node> buffer;
  for (std::size_t i = 0; i < c.buffer_size(); ++i) buffer.push_back(c.buffer(i));
  const Node s0 = c.stack(0), front = c.buffer(0);
  const bool inverted = c.stack(1) > 0 && order.are_inverted(c.stack(1), s0);
  const auto component = [&](Node node) { return components_[static_cast<std::size_t>(node)]; };
  const bool s0_is_incomplete = front > 0 && s0 >= 0 && component(s0) == component(front);
  const auto loss_from = [&](const std::vector<Node>& stack, std::size_t i) {
    return loss(stack, {buffer.begin() + static_cast<std::ptrdiff_t>(i), buffer.end()},
                c.next() + (i > 0 && c.swapped().empty() ? 1 : 0));
  };
  Costs costs = added_losses(c, system_.legal(c) & ArcStandard::kMoves, gold_, loss_from);
  for (float& cost : costs) cost = std::max(0.0f, cost);
  if (inverted && !s0_is_incomplete) costs[index_of(Move::shift)] = std::max(1.0f, costs[index_of(Move::shift)]);
  costs[index_of(Move::swap)] = inverted ? 0 : 1;
  return costs;
}

}  // namespace dodona
