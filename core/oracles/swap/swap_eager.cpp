#include "oracles/swap/swap_eager.h"

#include <algorithm>
#include <utility>

#include "oracles/swap/minimal.h"

namespace dodona {

SwapEagerStaticDynamicOracle::SwapEagerStaticDynamicOracle(const SwapEager& system, const Gold& gold,
                                                           ProjectiveOrder order, float label_cost)
    : system_(system), gold_(gold), arc_eager_(system, gold, label_cost), order_(std::move(order)) {
  for (Node word = 0; word <= gold.words(); ++word) {
    first_.push_back(order_.of(word));
    last_.push_back(order_.of(word));
  }
  std::vector<Node> down;  // each word after its head
  for (Node word = 1; word <= gold.words(); ++word)
    if (gold.head(word) <= 0) down.push_back(word);
  for (std::size_t i = 0; i < down.size(); ++i)
    down.insert(down.end(), gold.dependents(down[i]).begin(), gold.dependents(down[i]).end());
  for (std::size_t i = down.size(); i-- > 0;) {
    if (gold.head(down[i]) <= 0) break;
    const auto word = static_cast<std::size_t>(down[i]), above = static_cast<std::size_t>(gold.head(down[i]));
    first_[above] = std::min(first_[above], first_[word]);
    last_[above] = std::max(last_[above], last_[word]);
  }
}

bool SwapEagerStaticDynamicOracle::dominates(Node top, Node word) const {
  const Node position = order_.of(word);
  return word > 0 && position >= first_[static_cast<std::size_t>(top)] &&
         position <= last_[static_cast<std::size_t>(top)];
}

bool SwapEagerStaticDynamicOracle::blocks_swap(const Configuration& c, Node word) const {
  bool has_swap = false;
  for (std::size_t i = 0; i < c.buffer_size(); ++i) {
    const Node other = c.buffer(i);
    if (other == word) continue;
    if (has_swap && dominates(word, other)) return true;
    has_swap |= order_.are_inverted(word, other);
  }
  return false;
}

bool SwapEagerStaticDynamicOracle::returns(const Configuration& c, Node word) const {
  if (!order_.will_be_swapped(c, word)) return false;
  Node from = 0;
  for (const Node each : c.stack())
    if (each > 0 && c.has_head(each) && dominates(each, word))
      from = std::max(from, first_[static_cast<std::size_t>(each)]);
  for (std::size_t i = 0; i < c.buffer_size(); ++i)
    if (const Node other = c.buffer(i); order_.are_inverted(word, other) && order_.of(other) >= from) return true;
  return false;
}

bool SwapEagerStaticDynamicOracle::swap_is_covered(const Configuration& c, Node b) const {
  const std::size_t linked = SwapEager::attached_on_top(c);
  const Node unattached = c.stack(linked);
  return linked > 0 && unattached > 0 && order_.are_inverted(unattached, b);
}

bool SwapEagerStaticDynamicOracle::is_sorted(const Configuration& c) const {
  if (!c.swapped().empty()) return false;
  Node before = kNone;
  const auto follows = [&](Node word) { return word == 0 || std::exchange(before, order_.of(word)) < order_.of(word); };
  if (!std::ranges::all_of(c.stack(), follows)) return false;
  for (Node word = c.next(); word <= c.words(); ++word)
    if (!follows(word)) return false;
  return true;
}

Costs SwapEagerStaticDynamicOracle::costs(const Configuration& c) const {
  Costs costs;
  const MoveSet legal = system_.legal(c), admitted = static_cast<const ArcEager&>(system_).legal(c);
  if (is_sorted(c)) {
    costs = arc_eager_.costs(c);
    // A move that is not legal in arc-eager leads to a swap; only REDUCE at the end does not.
    for (const Move move : {Move::swap, Move::shift, Move::right_arc})
      if (!admitted.has(move)) costs[index_of(move)] = 1;
    return costs;
  }
  const Node s = c.stack(0), s1 = c.stack(1), b = c.buffer(0);
  if (legal.has(Move::swap) && order_.of(s1) > order_.of(s)) return binary_costs({Move::swap});
  if (s > 0 && !c.has_head(s) && order_.are_inverted(s, b)) return binary_costs({Move::shift});
  const auto loses = [&](bool lost) { return lost ? 1.0f : 0.0f; };
  costs.fill(1);
  for (const Move move : legal& ArcEager::kMoves)
    costs[index_of(move)] = static_cast<float>(arcs_lost_by(move, c, gold_, true));
  if (legal.has(Move::left_arc) && returns(c, s)) {
    const auto is_unattached_in_stack = [&](Node k) { return c.in_stack(k) && !c.has_head(k); };
    const Node head = gold_.head(s);
    costs[index_of(Move::left_arc)] +=
        static_cast<float>(std::ranges::count_if(gold_.dependents(s), is_unattached_in_stack)) +
        loses(head > 0 && c.in_stack(head));
  }
  if (!admitted.has(Move::right_arc)) {
    const auto [lower, upper] = SwapEager::swappable(c);
    costs[index_of(Move::right_arc)] += loses(upper == kNone || order_.of(lower) < order_.of(upper));
  }
  // Words with heads between b and a word that it has to be swapped with can be reduced now, but not below b.
  if (b > 0 && swap_is_covered(c, b)) {
    costs[index_of(Move::shift)] = 1;
  } else if (b > 0 && returns(c, b)) {
    costs[index_of(Move::shift)] = 0;
  }
  if (b > 0 && order_.will_be_swapped(c, b)) costs[index_of(Move::right_arc)] += loses(blocks_swap(c, b));
  return costs;
}

template <>
std::span<const OracleEntry<SwapEager>> oracles<SwapEager>() {
  static constexpr OracleEntry<SwapEager> kTable[]{
      {OracleChoice::static_dynamic, make_oracle<SwapEagerStaticDynamicOracle>},
      {OracleChoice::minimal, minimal_oracle}};
  return kTable;
}

}  // namespace dodona
