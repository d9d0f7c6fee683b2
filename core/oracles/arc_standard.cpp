#include "oracles/arc_standard.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <unordered_set>
#include <utility>

#include "base/interrupt.h"
#include "oracles/derivation.h"
#include "treebank/tree.h"

namespace dodona {
namespace {

// The most states that a search visits. Sentences of up to 25 words do not have more, and projective trees of treebanks
// do not come near it.
constexpr std::size_t kMostStates = 1 << 12;

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

// A lower bound of what is still to be paid in a state, for words that are not attached yet: for those whose head is
// attached, or in neither the stack nor the units; and of the words above a node of the stack whose head it is, for all
// but one, since it takes a single dependent from above. The search pays for these in advance: with hundreds of them it
// would otherwise visit nearly all states before it comes to the end. No arc lowers the bound by more than its cost.
class LeastLoss {
 public:
  LeastLoss(const std::vector<Node>& stack, const std::vector<Node>& units, const Gold& gold)
      : gold_(gold), place_(static_cast<std::size_t>(gold.words()) + 1, kOutside), first_(stack.size(), kNever),
        of_stack_(stack.size() + 1, 0), of_units_(units.size() + 1, 0), with_head_above_(heads_above(stack, units)) {
    std::vector<int> attached(stack.size() + 2, 0);  // more words whose head is attached, from each place on
    for (std::size_t i = 0; i < stack.size(); ++i) {
      of_stack_[i + 1] = of_stack_[i] + is_lost(stack[i]) + attached[i + 1];
      const std::size_t at = place_of_head(stack[i]);
      if (at < i) {
        of_stack_[i + 1] += first_[at] != kNever;
        first_[at] = std::min(first_[at], i);
      } else if (at < stack.size()) {
        ++of_stack_[i + 1];
        --attached[at + 1];
      }
    }
    for (std::size_t j = units.size(); j-- > 0;) of_units_[j] = of_units_[j + 1] + is_lost(units[j]);
  }

  int operator()(const State& state, Node top) const {
    const std::size_t at = place_of_head(top);
    int bound = of_stack_[state.i] + of_units_[state.j];
    if (at == kOutside || (at < first_.size() && (at >= state.i || first_[at] < state.i))) ++bound;
    if (state.h < first_.size()) {
      const auto below = with_head_above_.of(state.h + 1);
      bound -= static_cast<int>(std::ranges::upper_bound(below, static_cast<Node>(state.i)) - below.begin());
    }
    return bound;
  }

 private:
  static constexpr std::size_t kNever = static_cast<std::size_t>(-1), kOutside = kNever - 1, kUnit = kNever - 2;

  std::size_t& place(Node node) { return place_[static_cast<std::size_t>(node)]; }
  // kUnit for the root and for unconstrained words, which lose nothing.
  std::size_t place_of_head(Node node) const {
    const Node head = node == 0 ? kNone : gold_.head(node);
    return head == kNone ? kUnit : place_[static_cast<std::size_t>(head)];
  }
  bool is_lost(Node node) const { return place_of_head(node) == kOutside; }

  // Finds all places. The words of the stack by their heads above them in it, both as places counted from 1.
  Dependents heads_above(const std::vector<Node>& stack, const std::vector<Node>& units) {
    for (std::size_t i = 0; i < stack.size(); ++i) place(stack[i]) = i;
    for (const Node unit : units) place(unit) = kUnit;
    std::vector<std::int32_t> heads(stack.size(), kNoHead);
    for (std::size_t i = 0; i < stack.size(); ++i)
      if (const std::size_t at = place_of_head(stack[i]); at > i && at < stack.size())
        heads[i] = static_cast<std::int32_t>(at + 1);
    return Dependents(heads);
  }

  const Gold& gold_;
  std::vector<std::size_t> place_;  // of each node in the stack
  std::vector<std::size_t> first_;  // of the words above each node of the stack whose head it is
  // The bound for the words below a place, if that has taken all above it and is the dependent of a unit, and for the
  // units from one on.
  std::vector<int> of_stack_, of_units_;
  Dependents with_head_above_;
};

}  // namespace

int arc_standard_loss(const std::vector<Node>& stack, const std::vector<Node>& units, const Gold& gold,
                      bool single_root) {
  // No arc can be built before something is shifted: only units that have lost their heads count.
  if (stack.empty() || (stack.size() == 1 && stack[0] == 0 && single_root))
    return static_cast<int>(std::ranges::count_if(units, [&](Node unit) { return unit > 0 && gold.head(unit) > 0; }));
  poll_interrupt();
  const std::size_t m = stack.size(), q = units.size();
  const auto node = [&](std::size_t h) { return h < m ? stack[h] : units[h - m]; };
  const LeastLoss least(stack, units, gold);
  std::vector<std::size_t> chain_end(q);  // of the chain that begins with each unit
  for (std::size_t k = q; k-- > 0;)
    chain_end[k] = k + 1 < q && units[k] != 0 && gold.head(units[k]) == units[k + 1] ? chain_end[k + 1] : k;
  // Level by level in the loss, so that the first path to the end has the least. Mostly that is what was paid in
  // advance, and few states are visited.
  const State start{m - 1, 0, m - 1};
  std::vector<std::vector<State>> levels(static_cast<std::size_t>(least(start, stack.back())) + 1, {start});
  VisitedStates visited(m, q);
  std::size_t count = 0;
  for (std::size_t loss = levels.size() - 1; loss < levels.size(); ++loss) {
    while (!levels[loss].empty()) {
      const State state = levels[loss].back();
      levels[loss].pop_back();
      if (!visited.add(state)) continue;
      if (++count == kMostStates) return static_cast<int>(loss);  // or more
      const auto [i, j, h] = state;
      const Node top = node(h);
      if (i == 0 && j == q && top == 0) return static_cast<int>(loss);
      const auto add = [&, before = least(state, top)](const State& after, Node head, Node word) {
        const int more = is_wrong_head(gold, head, word) + least(after, node(after.h)) - before;
        levels.resize(std::max(levels.size(), loss + static_cast<std::size_t>(more) + 1));
        levels[loss + static_cast<std::size_t>(more)].push_back(after);
      };
      if (j < q) {
        // With `single_root` the root is shifted last, onto one word.
        const auto can_be_shifted = [&](std::size_t k) { return units[k] != 0 || !single_root || (k == j && i == 0); };
        // A tree that takes a part of a chain could as well take it later, or all of it.
        const std::size_t end = chain_end[j], last = end > j && units[end] == 0 ? end - 1 : end;
        if (units[last] != 0 && !(single_root && top == 0)) add({i, last + 1, h}, top, units[last]);
        // The words of a chain that are not its head can take it one after the other.
        const auto take = [&](std::size_t k) {
          if (top != 0 && can_be_shifted(k)) add({i, k + 1, m + k}, units[k], top);
        };
        take(j);
        for (std::size_t k = j + 1; top != 0 && k <= end; ++k)
          if (gold.head(top) == units[k]) take(k);
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
