#include "oracles/projective_components.h"

#include <numeric>

namespace dodona {

std::vector<Node> projective_components(const Gold& gold, Root root) {
  std::vector<Node> top(static_cast<std::size_t>(gold.words()) + 1);
  std::iota(top.begin(), top.end(), 0);
  const auto attach = [&](Node word, Node head) { top[static_cast<std::size_t>(word)] = head; };
  for (BareConfiguration c(gold, root);;) {
    if (c.can_left_arc(gold)) {
      attach(c.stack(1), c.stack(0));
      c.apply(Move::left_arc);
    } else if (c.can_right_arc(gold)) {
      attach(c.stack(0), c.stack(1));
      c.apply(Move::right_arc);
    } else if (!c.buffer_is_empty()) {
      c.apply(Move::shift);
    } else {
      break;
    }
  }
  // From heads to the highest of them; each way up is walked once.
  for (Node node = 0; node <= gold.words(); ++node) {
    Node highest = node;
    while (top[static_cast<std::size_t>(highest)] != highest) highest = top[static_cast<std::size_t>(highest)];
    for (Node at = node; at != highest;) {
      const Node above = top[static_cast<std::size_t>(at)];
      attach(at, highest);
      at = above;
    }
  }
  return top;
}

}  // namespace dodona
