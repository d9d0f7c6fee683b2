#include "oracles/arc_eager_dynamic.h"

#include <algorithm>
#include <vector>

#include "oracles/after.h"

namespace dodona {

int arcs_lost_by(Move move, const Configuration& c, const Gold& gold) {
  const Node s = c.stack(0), b = c.buffer(0);
  const auto dependents_in_buffer = [&](Node node) {
    return std::ranges::count_if(gold.dependents(node), [&](Node k) { return c.in_buffer(k); });
  };
  const auto dependents_in_stack = [&](Node node) {
    return std::ranges::count_if(gold.dependents(node), [&](Node k) { return c.in_stack(k) && !c.has_head(k); });
  };
  const auto lost = [&]() -> std::ptrdiff_t {
    switch (move) {
      case Move::left_arc: {
        const Node head = gold.head(s);
        return (head != b && head > 0 && c.in_buffer(head)) + dependents_in_buffer(s);
      }
      case Move::right_arc: {
        const Node head = gold.head(b);
        return (head != s && head > 0 && (c.in_stack(head) || c.in_buffer(head))) + dependents_in_stack(b);
      }
      case Move::reduce: return dependents_in_buffer(s);
      case Move::shift: {
        const Node head = gold.head(b);
        return (head > 0 && c.in_stack(head)) + dependents_in_stack(b);
      }
      case Move::swap: break;  // not here
    }
    return 0;
  };
  return static_cast<int>(lost());
}

namespace {

// Words under the root whose label is not the one that leftover words get ("odd") need an arc from the
// root that stands first in the stack, while it can still be built. Those that already wait in the
// stack have lost their label. They also keep the root from those in the buffer, unless all that
// waits is given up: whichever costs less.
float lost_root_labels(const After& after, const Gold& gold, Root where, float label_cost) {
  if (!gold.has_odd_roots() || where == Root::last) return 0;
  float lost = 0, waiting = 0, coming = 0;
  for (const Node root : gold.dependents(0)) {
    const float odd = gold.label(root) != gold.root_label() ? label_cost : 0;
    if (after.has_head(root)) continue;
    if (after.in_buffer(root)) {
      coming += odd;
    } else {
      lost += odd;
      waiting += 1 - odd;
    }
  }
  if (where == Root::none) return lost + coming;
  return lost + std::min(waiting, coming);
}

// ---- one root, and one only: what the rule costs beyond the arcs

// The bottom of the stack decides. If the root has its dependent d, that is the bottom, and stays. If
// not, the bottom is a word without a head, and only it or a word of the buffer can still become the
// root: any other word without a head lies above it, and if it stayed they would be two.
struct Bottom {
  explicit Bottom(const After& after) {
    const bool root_first = after.stack_size() > 0 && after.from_bottom(0) == 0;
    first = root_first ? 1 : 0;
    word = after.stack_size() > first ? after.from_bottom(first) : kNone;
    is_root = word != kNone && after.has_head(word);
  }
  std::size_t first;  ///< its place in the stack
  Node word;          ///< kNone if there is no word in the stack
  bool is_root;       ///< it hangs from the root already
};

bool root_is_reachable(const After& after, const Bottom& bottom, Node root) {
  if (root == kNone) return false;
  if (after.has_head(root)) return after.head(root) == 0;
  if (bottom.word == root) return true;
  return !bottom.is_root && after.in_buffer(root);
}

// Where in the stack the last word will hang, through gold arcs that can still be built; kNowhere if
// it can hang where it likes because one of its ancestors has lost its head.
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
std::size_t anchor_of_last(const After& after, const Gold& gold) {
  Node word = after.words();
  if (!after.in_buffer(word)) return kNowhere;
  // A gold tree has no cycles, so this ends.
  while (word > 0 && after.in_buffer(word)) word = gold.head(word);
  if (word <= 0 || !after.in_stack(word)) return kNowhere;
  for (std::size_t i = after.stack_size(); i-- > 0;)
    if (after.from_bottom(i) == word) return i;
  return kNowhere;
}

// Whether a word of the buffer that has lost its head can be the root for nothing: no gold arc that
// can still be built goes over it.
bool spare_root_in_buffer(const After& after, const Gold& gold) {
  const Node first = after.first_left(), words = after.words();
  const auto reachable = [&](Node head) { return head > 0 && (after.in_buffer(head) || after.in_stack(head)); };
  // covered[i] - covered before: arcs that open and close around the i-th word of the buffer.
  std::vector<int> opens(static_cast<std::size_t>(words - first) + 3, 0);
  const auto place = [&](Node node) { return static_cast<std::size_t>(std::max(node, first - 1) - (first - 1)); };
  for (Node word = 1; word <= words; ++word) {
    if (after.has_head(word)) continue;
    const Node head = gold.head(word);
    const bool can = after.in_buffer(word) ? reachable(head) : after.in_stack(word) && head > 0 && after.in_buffer(head);
    if (!can) continue;
    ++opens[place(std::min(word, head)) + 1];
    --opens[place(std::max(word, head))];
  }
  int open = 0;
  for (Node word = first; word <= words; ++word) {
    open += opens[place(word)];
    if (open == 0 && !reachable(gold.head(word))) return true;
  }
  return false;
}

// 1 if no single-rooted tree has all the arcs that can still be built, and 0 if one has. (It is never
// more than 1: the last word can give up its head, take all that waits in the stack as dependents and
// hang from the bottom or become the root.)
int single_root_costs(const After& after, const Gold& gold, const Bottom& bottom, Node root) {
  if (after.first_left() > after.words()) return 0;
  const bool reachable = root_is_reachable(after, bottom, root);
  // All that waits is popped before the gold root at the latest: no gold arc goes over it.
  if (reachable && bottom.word != root) return 0;

  // A word above the bottom that has lost its head needs a word of the buffer to take it, after its
  // own dependents. None will come if the last word hangs from it or from something above it.
  const auto orphan = [&](Node word) {
    const Node head = gold.head(word);
    return !after.has_head(word) && !(head > 0 && after.in_buffer(head));
  };
  const std::size_t anchor = anchor_of_last(after, gold);
  const auto stuck = [&] {
    if (anchor == kNowhere) return false;
    for (std::size_t i = bottom.first + 1; i <= anchor; ++i)
      if (orphan(after.from_bottom(i))) return true;
    return false;
  };
  if (reachable || bottom.is_root) return stuck();
  // The gold root is lost: another word must be found.
  if (bottom.word != kNone && orphan(bottom.word) && !stuck()) return 0;
  return !spare_root_in_buffer(after, gold);
}

// What is lost for good of the arcs from the root, and through the rule.
float single_root_loss(const After& after, const Gold& gold, Node root, Root where, float label_cost) {
  const Bottom bottom(after);
  const auto costs = static_cast<float>(single_root_costs(after, gold, bottom, root));
  if (!root_is_reachable(after, bottom, root)) return 1 + costs;
  return costs + lost_root_labels(after, gold, where, label_cost);
}

// The loss that is certain, but for arcs between words.
float root_loss(const After& after, const Gold& gold, const ArcEager& system, float label_cost) {
  // A part of a tree may leave the root open, which is as if it had been lost, but costs nothing.
  if (system.single_root() && gold.dependents(0).empty()) return static_cast<float>(single_root_costs(after, gold, Bottom(after), kNone));
  const Node root = system.single_root() ? gold.single_root() : kNone;
  if (root != kNone) return single_root_loss(after, gold, root, system.root(), label_cost);
  const auto lost = std::ranges::count_if(gold.dependents(0), [&](Node k) { return after.has_head(k) && after.head(k) != 0; });
  return static_cast<float>(lost) + lost_root_labels(after, gold, system.root(), label_cost);
}

}  // namespace

Costs ArcEagerDynamicOracle::costs(const Configuration& c, const Gold& gold) const {
  const MoveSet legal = system_.legal(c);
  const float before = root_loss(After(c), gold, system_, label_cost_);
  Costs costs{};
  for (const Move move : kAllMoves)
    if (legal.has(move))
      costs[index_of(move)] = static_cast<float>(arcs_lost_by(move, c, gold)) + root_loss(After(c, move), gold, system_, label_cost_) - before;
  return costs;
}

}  // namespace dodona
