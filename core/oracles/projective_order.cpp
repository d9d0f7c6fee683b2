#include "oracles/projective_order.h"

#include <utility>

namespace dodona {

ProjectiveOrder::ProjectiveOrder(const Gold& gold) : place_(static_cast<std::size_t>(gold.words()) + 1) {
  // Trees can be as deep as sentences are long: no recursion. A node is on the agenda twice, before its left
  // dependents and after them.
  Node next = 0;
  std::vector<std::pair<Node, bool>> agenda{{0, false}};
  const auto add = [&](Node from, bool left) {
    const auto dependents = gold.dependents(from);
    for (std::size_t i = dependents.size(); i-- > 0;)
      if ((dependents[i] < from) == left) agenda.emplace_back(dependents[i], false);
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
