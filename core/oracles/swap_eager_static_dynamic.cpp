#include "oracles/swap_eager_static_dynamic.h"

#include <algorithm>
#include <utility>

namespace dodona {

SwapEagerStaticDynamicOracle::SwapEagerStaticDynamicOracle(const SwapEager& system, const Gold& gold, ProjectiveOrder order, float label_cost)
    : system_(system), gold_(gold), arc_eager_(system, label_cost), order_(std::move(order)) {
  for (Node word = 0; word <= gold.words(); ++word) {
    first_.push_back(order_.of(word));
    last_.push_back(order_.of(word));
  }
  for (Node word = 1; word <= gold.words(); ++word)
    for (Node above = gold.head(word); above > 0; above = gold.head(above)) {
      Node& first = first_[static_cast<std::size_t>(above)];
      Node& last = last_[static_cast<std::size_t>(above)];
      first = std::min(first, order_.of(word));
      last = std::max(last, order_.of(word));
    }
}

bool SwapEagerStaticDynamicOracle::is_below(Node word, Node top) const {
  const Node place = order_.of(word);
  return word > 0 && place >= first_[static_cast<std::size_t>(top)] && place <= last_[static_cast<std::size_t>(top)];
}

bool SwapEagerStaticDynamicOracle::is_in_the_way(const Configuration& c, Node word) const {
  bool passed = false;
  for (std::size_t i = 0; i < c.buffer_size(); ++i) {
    const Node other = c.buffer(i);
    if (other == word) continue;
    if (passed && is_below(other, word)) return true;
    passed |= other > word && order_.of(other) < order_.of(word);
  }
  return false;
}

bool SwapEagerStaticDynamicOracle::comes_back(const Configuration& c, Node word) const {
  Node from = 0;
  for (const Node each : c.stack())
    if (each > 0 && c.has_head(each) && is_below(word, each)) from = std::max(from, first_[static_cast<std::size_t>(each)]);
  for (std::size_t i = 0; i < c.buffer_size(); ++i)
    if (const Node other = c.buffer(i); other > word && order_.of(other) < order_.of(word) && order_.of(other) >= from) return true;
  return false;
}

bool SwapEagerStaticDynamicOracle::is_below_a_head(const Configuration& c, Node b) const {
  const std::size_t linked = SwapEager::attached_on_top(c);
  const Node passed = c.stack(linked);
  return linked > 0 && passed > 0 && passed < b && order_.of(passed) > order_.of(b);
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
    costs = arc_eager_.costs(c, gold_);
    // What arc-eager does not admit leads to a swap; only at the end REDUCE does not.
    for (const Move move : {Move::swap, Move::shift, Move::right_arc})
      if (!admitted.has(move)) costs[index_of(move)] = 1;
    return costs;
  }
  const Node s = c.stack(0), s1 = c.stack(1), b = c.buffer(0);
  costs.fill(1);
  if (legal.has(Move::swap) && order_.of(s1) > order_.of(s)) {
    costs[index_of(Move::swap)] = 0;
    return costs;
  }
  if (s > 0 && s < b && !c.has_head(s) && order_.of(s) > order_.of(b)) {
    costs[index_of(Move::shift)] = 0;
    return costs;
  }
  const auto loses = [&](bool lost) { return lost ? 1.0f : 0.0f; };
  for (const Move move : kAllMoves) {
    if (!legal.has(move) || move == Move::swap) continue;
    float& cost = costs[index_of(move)];
    cost = static_cast<float>(arcs_lost_by(move, c, gold_));
    if (!builds_arc(move)) continue;
    const auto [head, dependent] = SwapEager::arc(c, move);
    cost += loses(gold_.head(dependent) == 0 && head != 0);
  }
  if (legal.has(Move::left_arc) && comes_back(c, s)) {
    const auto waits = [&](Node k) { return c.in_stack(k) && !c.has_head(k); };
    const Node head = gold_.head(s);
    costs[index_of(Move::left_arc)] += static_cast<float>(std::ranges::count_if(gold_.dependents(s), waits)) + loses(head > 0 && c.in_stack(head));
  }
  if (!admitted.has(Move::right_arc)) {
    const auto [lower, upper] = SwapEager::swappable(c);
    costs[index_of(Move::right_arc)] += loses(upper == kNone || order_.of(lower) < order_.of(upper));
  }
  // What has a head and stands between b and a word that b has to pass can go now, and not when b is on top of it.
  if (b > 0 && is_below_a_head(c, b)) {
    costs[index_of(Move::shift)] = 1;
  } else if (b > 0 && comes_back(c, b)) {
    costs[index_of(Move::shift)] = 0;
  }
  if (b > 0 && order_.is_passed(c, b)) {
    costs[index_of(Move::right_arc)] += loses(is_in_the_way(c, b));
  }
  return costs;
}

}  // namespace dodona
