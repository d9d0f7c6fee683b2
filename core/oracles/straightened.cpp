#include "oracles/straightened.h"

#include <algorithm>
#include <limits>

#include "oracles/arc_standard_loss.h"

namespace dodona {

namespace {

std::size_t at(Node node) { return static_cast<std::size_t>(node); }

}  // namespace

bool Straightened::is_before(Node one, Node other) const {
  if (one == 0 || other == 0) return (one == 0) == (system_.root() == Root::first) && one != other;
  return order_.of(one) < order_.of(other);
}

// What meets the stack: the root, what dominates something in the stack, and what does not have its head in the buffer.
std::vector<Node> Straightened::units(const std::vector<Node>& stack, const std::vector<Node>& buffer) const {
  enum : char { kOutside, kInside, kAbove };
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

int Straightened::loss(const std::vector<Node>& stack, const std::vector<Node>& buffer, Node next) const {
  Node lowest = std::numeric_limits<Node>::max();  // the first place of what nothing has touched
  std::vector<Node> put_back;
  for (const Node node : buffer) {
    if (node >= next) lowest = std::min(lowest, order_.of(node));
    if (node < next && node != 0) put_back.push_back(node);
  }
  std::vector<Node> stays, sorted = buffer;
  for (auto word = stack.begin(); word != stack.end(); ++word) {
    const auto passes = [&](Node later) { return is_passed(*word, later); };
    const bool returns = *word != 0 && (order_.of(*word) > lowest || std::any_of(word + 1, stack.end(), passes) || std::ranges::any_of(put_back, passes));
    (returns ? sorted : stays).push_back(*word);
  }
  std::ranges::sort(sorted, [&](Node one, Node other) { return is_before(one, other); });
  const std::vector<Node> meeting = units(stays, sorted);
  if (!is_bare(stays, system_.single_root())) return least_loss(stays, meeting, gold_, system_.single_root());
  // All can be had but what has lost its head: that is neither the root nor in the buffer.
  return static_cast<int>(std::ranges::count_if(meeting, [&](Node node) { return node != 0 && gold_.head(node) != 0; }));
}

}  // namespace dodona
