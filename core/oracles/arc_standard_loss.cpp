#include "oracles/arc_standard_loss.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace dodona {

int least_loss(const std::vector<Node>& stack, const std::vector<Node>& units, const Gold& gold, bool single_root) {
  const std::size_t m = stack.size(), q = units.size(), nodes = m + q;
  constexpr int kNever = std::numeric_limits<int>::max() / 2;
  const auto wrong = [&](Node head, Node word) { return loses_head(gold, head, word) ? 1 : 0; };
  const auto node = [&](std::size_t h) { return h < m ? stack[h] : units[h - m]; };
  std::vector<int> table(m * (q + 1) * nodes, kNever);
  const auto at = [&](std::size_t i, std::size_t j, std::size_t h) -> int& { return table[(i * (q + 1) + j) * nodes + h]; };
  const auto lower = [](int& place, int value) { place = std::min(place, value); };

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
          if (top != 0 && !(single_root && below == 0 && j < q)) lower(at(i - 1, j, i - 1), so_far + wrong(below, top));
        }
        for (std::size_t k = j; k < q; ++k) {
          const Node unit = units[k];
          if (unit == 0 ? !(single_root && (k > j || i > 0)) : true) {
            if (unit != 0 && !(single_root && top == 0)) lower(at(i, k + 1, h), so_far + wrong(top, unit));
            if (top != 0) lower(at(i, k + 1, m + k), so_far + wrong(unit, top));
          }
          if (k + 1 == q || unit == 0 || gold.head(unit) != units[k + 1]) break;
        }
      }
  int least = kNever;
  for (std::size_t h = 0; h < nodes; ++h)
    if (node(h) == 0) least = std::min(least, at(0, q, h));
  return least;
}

}  // namespace dodona
