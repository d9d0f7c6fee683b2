#include "oracles/best_tree.h"

namespace dodona {

std::vector<std::int32_t> best_heads(const Configuration& c, const Gold& gold, const std::vector<std::int32_t>& depths) {
  const auto at = [](Node node) { return static_cast<std::size_t>(node); };
  const auto words = gold.words();
  const auto depth = [&](Node node) { return node == 0 ? 0 : depths[at(node) - 1]; };
  // What is still there of each node: itself, or whatever it hangs from.
  const auto left_of = [&](Node node) {
    while (!c.in_stack(node) && !c.in_buffer(node)) node = c.head(node);
    return node;
  };
  const auto is_there = [&](Node node) { return c.in_stack(node) || c.in_buffer(node); };
  const auto group_of = [&](Node node) {
    for (node = left_of(node); node != 0 && is_there(gold.head(node)); node = gold.head(node)) {
    }
    return node;
  };
  std::vector<Node> nearest(at(words) + 1, kNone);  // m, by the topmost word of its group
  for (Node node = 0; node <= words; ++node) {
    Node& found = nearest[at(group_of(node))];
    if (found == kNone || depth(node) < depth(found)) found = node;
  }
  std::vector<std::int32_t> heads(at(words));
  for (Node word = 1; word <= words; ++word) {
    const Node head = !is_there(word) ? c.head(word) : is_there(gold.head(word)) ? gold.head(word) : left_of(gold.head(nearest[at(word)]));
    heads[at(word) - 1] = head;
  }
  return heads;
}

}  // namespace dodona
