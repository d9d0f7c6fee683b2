#include "oracles/arc_standard_dynamic.h"

#include <algorithm>
#include <limits>

namespace dodona {

ArcStandardDynamicOracle::ArcStandardDynamicOracle(const ArcStandard& system, const Gold& gold)
    : system_(system), gold_(gold), first_(static_cast<std::size_t>(gold.words()) + 1) {
  for (Node word = 1; word <= gold.words(); ++word) first_[static_cast<std::size_t>(word)] = word;
  for (Node word = 1; word <= gold.words(); ++word)
    for (Node above = gold.head(word); above > 0 && first_[static_cast<std::size_t>(above)] > word; above = gold.head(above))
      first_[static_cast<std::size_t>(above)] = word;
}

std::vector<Node> ArcStandardDynamicOracle::units(const Configuration& c, std::size_t i) const {
  std::vector<Node> units;
  const Node first = c.buffer(i);
  for (; i < c.buffer_size(); ++i) {
    const Node node = c.buffer(i);
    const Node head = node == 0 ? kNone : gold_.head(node);
    const bool apart = node == 0 || first_[static_cast<std::size_t>(node)] < first ||
                       (head != kNone && !(head >= first || (head == 0 && c.in_buffer(0))));
    if (apart) units.push_back(node);
  }
  return units;
}

int ArcStandardDynamicOracle::loss(const std::vector<Node>& stack, const std::vector<Node>& units) const {
  const std::size_t m = stack.size(), q = units.size(), nodes = m + q;
  // Only at the beginning is there nothing but the root, or nothing, in the stack and more to come: all can be had.
  if (m == 0 || (m == 1 && stack[0] == 0 && system_.single_root())) return 0;
  constexpr int kNever = std::numeric_limits<int>::max() / 2;
  const auto wrong = [&](Node head, Node word) { return loses(head, word) ? 1 : 0; };
  const auto node = [&](std::size_t h) { return h < m ? stack[h] : units[h - m]; };
  std::vector<int> table(m * (q + 1) * nodes, kNever);
  const auto at = [&](std::size_t i, std::size_t j, std::size_t h) -> int& { return table[(i * (q + 1) + j) * nodes + h]; };
  const auto lower = [](int& place, int value) { place = std::min(place, value); };
  const bool single = system_.single_root();

  at(m - 1, 0, m - 1) = 0;
  for (std::size_t i = m; i-- > 0;)
    for (std::size_t j = 0; j <= q; ++j)
      for (std::size_t h = i; h < m + j; ++h) {
        const int so_far = at(i, j, h);
        if (so_far >= kNever) continue;
        const Node top = node(h);
        if (i > 0) {
          const Node below = stack[i - 1];
          if (below != 0) lower(at(i - 1, j, h), so_far + wrong(top, below));
          if (top != 0 && !(single && below == 0 && j < q)) lower(at(i - 1, j, i - 1), so_far + wrong(below, top));
        }
        for (std::size_t k = j; k < q; ++k) {
          const Node unit = units[k];
          if (unit == 0 ? !(single && (k > j || i > 0)) : true) {
            if (unit != 0 && !(single && top == 0)) lower(at(i, k + 1, h), so_far + wrong(top, unit));
            if (top != 0) lower(at(i, k + 1, m + k), so_far + wrong(unit, top));
          }
          if (k + 1 == q || unit == 0 || gold_.head(unit) != units[k + 1]) break;
        }
      }
  int least = kNever;
  for (std::size_t h = 0; h < nodes; ++h)
    if (node(h) == 0) least = std::min(least, at(0, q, h));
  return least;
}

Costs ArcStandardDynamicOracle::costs(const Configuration& c) const {
  const MoveSet legal = system_.legal(c);
  const std::vector<Node> units = this->units(c, 0);
  const int before = loss(c.stack(), units);
  Costs costs{};
  for (const Move move : kAllMoves) {
    if (!legal.has(move)) continue;
    std::vector<Node> stack = c.stack();
    int after = 0;
    if (move == Move::shift) {
      stack.push_back(c.buffer(0));
      after = loss(stack, this->units(c, 1));
    } else {
      const Arc arc = ArcStandard::arc(c, move);
      stack.erase(stack.end() - (move == Move::left_arc ? 2 : 1));
      after = loss(stack, units) + loses(arc.head, arc.dependent);
    }
    costs[index_of(move)] = static_cast<float>(after - before);
  }
  return costs;
}

}  // namespace dodona
