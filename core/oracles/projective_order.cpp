#include "oracles/projective_order.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace dodona {

namespace {

std::vector<Node> as_in_the_text(Node words) {
  std::vector<Node> position(static_cast<std::size_t>(words) + 1);
  std::iota(position.begin(), position.end(), 0);
  return position;
}

std::vector<Node> as_in(const Configuration& c) {
  std::vector<Node> position = as_in_the_text(c.words());  // what is gone stands nowhere, and it does not matter where
  Node next = 0;
  for (const Node node : c.stack()) position[static_cast<std::size_t>(node)] = next++;
  for (std::size_t i = 0; i < c.buffer_size(); ++i) position[static_cast<std::size_t>(c.buffer(i))] = next++;
  return position;
}

}  // namespace

ProjectiveOrder::ProjectiveOrder(const Gold& gold) : ProjectiveOrder(gold, as_in_the_text(gold.words())) {}
ProjectiveOrder::ProjectiveOrder(const Gold& gold, const Configuration& c) : ProjectiveOrder(gold, as_in(c)) {}

ProjectiveOrder::ProjectiveOrder(const Gold& gold, const std::vector<Node>& position) : place_(position.size()) {
  const auto at = [&](Node node) { return position[static_cast<std::size_t>(node)]; };
  // Trees can be as deep as sentences are long: no recursion. A node is on the agenda twice, before its left
  // dependents and after them.
  Node next = 0;
  std::vector<std::pair<Node, bool>> agenda{{0, false}};
  std::vector<Node> some;
  const auto add = [&](Node from, bool left) {
    some.clear();
    for (const Node dependent : gold.dependents(from))
      if ((at(dependent) < at(from)) == left) some.push_back(dependent);
    std::ranges::sort(some, std::greater(), at);
    for (const Node dependent : some) agenda.emplace_back(dependent, false);
  };
  while (!agenda.empty()) {
    const auto [node, left_done] = agenda.back();
    agenda.pop_back();
    if (left_done) {
      place_[static_cast<std::size_t>(node)] = next++;
      add(node, false);
    } else {
      agenda.emplace_back(node, true);
      add(node, true);
    }
  }
}

}  // namespace dodona
