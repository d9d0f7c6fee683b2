#include "oracles/arc_standard_dynamic.h"

#include "oracles/arc_standard_loss.h"

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
  // Only at the beginning is there nothing but the root, or nothing, in the stack and more to come: all can be had.
  return is_bare(stack, system_.single_root()) ? 0 : least_loss(stack, units, gold_, system_.single_root());
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
      after = loss(stack, units) + loses_head(gold_, arc.head, arc.dependent);
    }
    costs[index_of(move)] = static_cast<float>(after - before);
  }
  return costs;
}

}  // namespace dodona
