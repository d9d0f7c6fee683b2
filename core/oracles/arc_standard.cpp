#include "oracles/arc_standard.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <unordered_set>
#include <utility>

#include "base/interrupt.h"
#include "oracles/derivation.h"

namespace dodona {
namespace {

constexpr std::size_t kStatesBetweenPolls = 1 << 12;

struct State {
  std::size_t i, j, h;
};

// The states that the search has visited: a table if it is small, a hash set if not, since few of very many states are
// ever visited.
class VisitedStates {
 public:
  VisitedStates(std::size_t m, std::size_t q) : columns_(q + 1), nodes_(m + q) {
    if (m * columns_ * nodes_ <= kLargestTable) table_.resize(m * columns_ * nodes_);
  }
  // Whether the state is new.
  bool add(const State& state) {
    const std::size_t number = (state.i * columns_ + state.j) * nodes_ + state.h;
    if (table_.empty()) return set_.insert(number).second;
    return !std::exchange(table_[number], true);
  }

 private:
  static constexpr std::size_t kLargestTable = 1 << 14;
  std::size_t columns_, nodes_;
  std::vector<char> table_;
  std::unordered_set<std::size_t> set_;
};

// The words of the stack and the units that no derivation attaches to their heads. A word of the stack can be attached
// to a node above it, to a unit, or to the node just below it; a unit to a node of the stack or to a unit.
//
// Every derivation pays for these words, whatever it attaches them to. So the search counts them once, and not on its
// way: with thousands of them it would otherwise visit nearly all states before it comes to the end.
class LostWords {
 public:
  LostWords(const std::vector<Node>& stack, const std::vector<Node>& units, const Gold& gold)
      : is_lost_(static_cast<std::size_t>(gold.words()) + 1) {
    std::vector<char> inside(is_lost_.size());  // the nodes looked at so far, and the units
    const auto at = [&](Node node) -> char& { return inside[static_cast<std::size_t>(node)]; };
    const auto look_at = [&](Node word, Node below) {
      if (word == 0) return;
      const Node head = gold.head(word);
      const bool lost = head != kNone && head != below && !at(head);
      is_lost_[static_cast<std::size_t>(word)] = lost;
      count_ += lost;
    };
    for (const Node unit : units) at(unit) = true;
    for (std::size_t i = stack.size(); i-- > 0;) {
      look_at(stack[i], i > 0 ? stack[i - 1] : kNone);
      at(stack[i]) = true;
    }
    for (const Node unit : units) look_at(unit, kNone);
  }
  bool has(Node word) const { return is_lost_[static_cast<std::size_t>(word)]; }
  int count() const { return count_; }

 private:
  std::vector<char> is_lost_;
  int count_ = 0;
};

}  // namespace

int arc_standard_loss(const std::vector<Node>& stack, const std::vector<Node>& units, const Gold& gold,
                      bool single_root) {
  // No arc can be built before something is shifted: only units that have lost their heads count.
  if (stack.empty() || (stack.size() == 1 && stack[0] == 0 && single_root))
    return static_cast<int>(std::ranges::count_if(units, [&](Node unit) { return unit > 0 && gold.head(unit) > 0; }));
  const std::size_t m = stack.size(), q = units.size();
  const auto node = [&](std::size_t h) { return h < m ? stack[h] : units[h - m]; };
  const LostWords lost(stack, units, gold);
  // Level by level in the loss, so that the first path to the end has the least. Mostly that is 0, and few states are
  // visited.
  std::vector<State> level{{m - 1, 0, m - 1}}, next;
  VisitedStates visited(m, q);
  std::size_t count = 0;
  for (int loss = 0; !level.empty(); ++loss, level.swap(next)) {
    const auto add = [&](const State& state, Node head, Node word) {
      (is_wrong_head(gold, head, word) && !lost.has(word) ? next : level).push_back(state);
    };
    while (!level.empty()) {
      const State state = level.back();
      level.pop_back();
      if (!visited.add(state)) continue;
      if (++count % kStatesBetweenPolls == 0) poll_interrupt();
      const auto [i, j, h] = state;
      const Node top = node(h);
      if (i == 0 && j == q && top == 0) return loss + lost.count();
      for (std::size_t k = j; k < q; ++k) {
        const Node unit = units[k];
        // With `single_root` the root is shifted last, onto one word.
        if (unit != 0 || !(single_root && (k > j || i > 0))) {
          if (unit != 0 && !(single_root && top == 0)) add({i, k + 1, h}, top, unit);
          if (top != 0) add({i, k + 1, m + k}, unit, top);
        }
        if (k + 1 == q || unit == 0 || gold.head(unit) != units[k + 1]) break;
      }
      if (i > 0) {
        const Node below = stack[i - 1];
        if (below != 0) add({i - 1, j, h}, top, below);
        if (top != 0 && !(single_root && below == 0 && j < q)) add({i - 1, j, i - 1}, below, top);
      }
    }
  }
  return std::numeric_limits<int>::max() / 2;
}

namespace {

/// The static oracle builds gold arcs as soon as their dependents are complete, left ones first, and shifts otherwise.
/// It derives every projective tree. Off its derivation its move is an arbitrary legal one.
PreparedOracle static_oracle(const ArcStandard& system, const Gold& gold, float) {
  return derivation_oracle(system, [&gold](const Configuration& c) {
    return MoveSet{can_left_arc(c, gold) ? Move::left_arc : can_right_arc(c, gold) ? Move::right_arc : Move::shift};
  });
}

/// The dynamic oracle. The cost of a move is the loss of the best tree reachable after it, minus the loss of the best
/// tree reachable before it. For projective gold trees (with `single_root`, for those with one root) costs are exact:
/// core/tests/oracles/dynamic_oracles_test.cpp checks it exhaustively. For others they are an estimate.
class ArcStandardDynamicOracle : public SentenceOracle {
 public:
  ArcStandardDynamicOracle(const ArcStandard& system, const Gold& gold, float)
      : system_(system), gold_(gold), leftmost_(static_cast<std::size_t>(gold.words()) + 1) {
    for (Node word = 1; word <= gold.words(); ++word) leftmost_[static_cast<std::size_t>(word)] = word;
    for (Node word = 1; word <= gold.words(); ++word)
      for (Node above = gold.head(word); above > 0 && leftmost_[static_cast<std::size_t>(above)] > word;
           above = gold.head(above))
        leftmost_[static_cast<std::size_t>(above)] = word;
  }

  Costs costs(const Configuration& c) const override {
    const std::vector<Node> units[]{units_from(c, 0), units_from(c, 1)};
    return added_losses(c, system_.legal(c), gold_, [&](const std::vector<Node>& stack, std::size_t i) {
      return arc_standard_loss(stack, units[i], gold_, system_.single_root());
    });
  }

 private:
  // The units of the buffer from its i-th node on: the root, words that dominate something before it, and words whose
  // head is before it.
  std::vector<Node> units_from(const Configuration& c, std::size_t i) const {
    std::vector<Node> units;
    const Node first = c.buffer(i);
    for (; i < c.buffer_size(); ++i) {
      const Node node = c.buffer(i);
      const Node head = node == 0 ? kNone : gold_.head(node);
      const bool is_unit = node == 0 || leftmost_[static_cast<std::size_t>(node)] < first ||
                           (head != kNone && !(head >= first || (head == 0 && c.in_buffer(0))));
      if (is_unit) units.push_back(node);
    }
    return units;
  }

  ArcStandard system_;
  const Gold& gold_;
  std::vector<Node> leftmost_;  // of the words that each node dominates
};

}  // namespace

template <>
std::span<const OracleEntry<ArcStandard>> oracles<ArcStandard>() {
  static constexpr OracleEntry<ArcStandard> kTable[]{{OracleChoice::dynamic, make_oracle<ArcStandardDynamicOracle>},
                                                     {OracleChoice::static_, static_oracle}};
  return kTable;
}

}  // namespace dodona
