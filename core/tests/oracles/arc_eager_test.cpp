// Compares the oracles of the arc-eager system with their definitions by exhaustive search.
#include <algorithm>
#include <cstdio>
#include <random>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "oracles/arc_eager.h"
#include "test.h"
#include "trees.h"

using namespace dodona;

namespace {

constexpr Label kRootLabel = 0, kOddLabel = 1;

// The best loss reachable from each configuration of a sentence, by exhaustive search. Labels that the parser can
// choose count as correct.
class Reference {
 public:
  Reference(const ArcEager& system, const Gold& gold, float label_cost)
      : system_(system), gold_(gold), label_cost_(label_cost) {}

  float best(const Configuration& c) { return lost(c) + to_come(c); }

  // The cost of a legal move by definition; `next` is the configuration it leads to.
  float cost(const Configuration& c, Move move, const Configuration& next) {
    return settled(c, move) + to_come(next) - to_come(c);
  }

  Configuration after(const Configuration& c, Move move) const {
    Configuration next = c;
    const Label label = builds_arc(move) ? gold_.label(ArcEager::arc(c, move).dependent) : kNoLabel;
    ArcEager::apply(next, move, label);
    return next;
  }

  // The loss of the tree of a final configuration.
  float loss(Configuration c) const {
    ArcEager::finish(c, gold_.root_label());
    return lost(c);
  }

  struct Next {
    Move move;
    Configuration c;
  };
  std::vector<Next> nexts(const Configuration& c) const {
    std::vector<Next> nexts;
    nexts.reserve(kMoveCount);
    const MoveSet legal = system_.legal(c);
    for (const Move move : kAllMoves)
      if (legal.has(move)) nexts.push_back({move, after(c, move)});
    return nexts;
  }

  // Calls visit(configuration, nexts) once for each reachable configuration that is not final.
  template <class F>
  void for_all(const Configuration& c, F visit) {
    std::unordered_set<std::uint64_t> seen;
    walk(c, seen, visit);
  }

  // A configuration as a number. The stack is stored as a set, since its nodes always ascend. Heads are distinguished
  // as correct, the root, another word, or none: which wrong word it is does not matter, and trying them all would take
  // many times as long.
  std::uint64_t key(const Configuration& c) const {
    std::uint64_t key = stack_set(c);
    for (Node word = 1; word <= c.words(); ++word) {
      const Node head = c.head(word);
      const unsigned kind = head == kNone ? 0 : head == gold_.head(word) ? 1 : head == 0 ? 2 : 3;
      key = key << 2 | kind;
    }
    return key << 4 | c.buffer_size();
  }

 private:
  static std::uint64_t stack_set(const Configuration& c) {
    std::uint64_t set = 0;
    for (const Node node : c.stack()) set |= std::uint64_t{1} << node;
    return set;
  }

  // The loss of the arcs so far.
  float lost(const Configuration& c) const {
    float lost = 0;
    for (Node word = 1; word <= c.words(); ++word)
      if (c.has_head(word))
        lost += c.head(word) != gold_.head(word) ? 1 : c.label(word) != gold_.label(word) ? label_cost_ : 0;
    return lost;
  }

  // The loss of the arc of a move.
  float settled(const Configuration& c, Move move) const {
    if (!builds_arc(move)) return 0;
    const Arc arc = ArcEager::arc(c, move);
    return gold_.head(arc.dependent) != arc.head;
  }

  // The least possible further loss. It depends only on the buffer, the stack, and whether each word of the stack has
  // no head, a word, or the root as its head. (With a single root, a dependent of the root is in the stack.)
  float to_come(const Configuration& c) {
    if (system_.finished(c)) return loss(c) - lost(c);
    std::uint64_t key = stack_set(c);
    for (const Node node : c.stack()) key = key << 2 | (c.has_head(node) ? c.head(node) == 0 ? 2u : 1u : 0u);
    const auto [found, is_new] = to_come_.try_emplace(key << 4 | c.buffer_size(), 0.0f);
    if (!is_new) return found->second;
    float& place = found->second;  // references stay valid while the map grows
    const MoveSet legal = system_.legal(c);
    float least = 1e9f;
    for (const Move move : kAllMoves)
      if (legal.has(move)) least = std::min(least, settled(c, move) + to_come(after(c, move)));
    return place = least;
  }

  template <class F>
  void walk(const Configuration& c, std::unordered_set<std::uint64_t>& seen, F& visit) {
    if (system_.finished(c) || !seen.insert(key(c)).second) return;
    const std::vector<Next> all = nexts(c);
    visit(c, all);
    for (const Next& next : all) walk(next.c, seen, visit);
  }

  ArcEager system_;
  const Gold& gold_;
  float label_cost_;
  std::unordered_map<std::uint64_t, float> to_come_;
};

Gold gold_of(const Heads& heads, bool odd_root_labels = false) {
  std::vector<Label> labels;
  for (std::size_t i = 0; i < heads.size(); ++i)
    labels.push_back(odd_root_labels && heads[i] == 0 && i % 2 == 0 ? kOddLabel : kRootLabel);
  return Gold(heads, labels, kRootLabel);
}

std::size_t checked = 0;

void check_costs(Reference& reference, const ArcEager& system, const Gold& gold, const Configuration& c,
                 const std::vector<Reference::Next>& nexts, float label_cost) {
  const Costs costs = ArcEagerDynamicOracle(system, gold, label_cost).costs(c);
  CHECK(!nexts.empty());
  for (const auto& [move, next] : nexts) {
    ++checked;
    const float exact = reference.cost(c, move, next);
    const bool same = costs[index_of(move)] == exact;
    CHECK(same);
    if (same) continue;
    std::printf("root %d single %d; move %d costs %g, the oracle says %g; gold", static_cast<int>(system.root()),
                system.single_root(), static_cast<int>(move), exact, costs[index_of(move)]);
    for (Node word = 1; word <= c.words(); ++word) std::printf(" %d", gold.head(word));
    std::printf("; stack");
    for (const auto node : c.stack()) std::printf(" %d", node);
    std::printf("; buffer from %d; heads", c.buffer(0));
    for (Node word = 1; word <= c.words(); ++word) std::printf(" %d", c.head(word));
    std::printf("\n");
  }
}

// Checks all reachable configurations.
void check_exact(const ArcEager& system, const Heads& heads, bool odd = false, float label_cost = 1) {
  const Gold gold = gold_of(heads, odd);
  Reference reference(system, gold, label_cost);
  Configuration start;
  system.start(start, gold.words());
  reference.for_all(start, [&](const Configuration& c, const auto& nexts) {
    check_costs(reference, system, gold, c, nexts, label_cost);
  });
}

// Makes random legal moves until the configuration is final; calls visit(configuration, move) before each.
template <class F>
Configuration walk_at_random(const ArcEager& system, const Gold& gold, std::mt19937& random, F visit) {
  Configuration c;
  system.start(c, gold.words());
  while (!system.finished(c)) {
    std::vector<Move> moves;
    for (const Move move : kAllMoves)
      if (system.legal(c).has(move)) moves.push_back(move);
    CHECK(!moves.empty());
    if (moves.empty()) break;
    const Move move = moves[below(moves.size(), random)];
    visit(c, move);
    ArcEager::apply(c, move, builds_arc(move) ? gold.label(ArcEager::arc(c, move).dependent) : kNoLabel);
  }
  return c;
}

// The loss before the first move: without a root, all odd labels of its dependents.
float first_bound(const ArcEager& system, const Gold& gold, float label_cost) {
  if (system.root() != Root::none) return 0;
  float lost = 0;
  for (const Node root : gold.dependents(0)) lost += gold.label(root) != gold.root_label() ? label_cost : 0;
  return lost;
}

// Checks the configurations along random walks.
void check_exact_at_random(const ArcEager& system, const Heads& heads, bool odd, std::mt19937& random) {
  constexpr float kLabelCost = 0.5f;
  const Gold gold = gold_of(heads, odd);
  Reference reference(system, gold, kLabelCost);
  for (int times = 0; times < 5; ++times)
    walk_at_random(system, gold, random, [&](const Configuration& c, Move) {
      check_costs(reference, system, gold, c, reference.nexts(c), kLabelCost);
    });
}

void check_sum(const ArcEager& system, const Heads& heads, bool odd, std::mt19937& random) {
  constexpr float kLabelCost = 0.5f;
  const Gold gold = gold_of(heads, odd);
  const ArcEagerDynamicOracle oracle(system, gold, kLabelCost);
  float spent = first_bound(system, gold, kLabelCost);
  const Configuration last = walk_at_random(
      system, gold, random, [&](const Configuration& c, Move move) { spent += oracle.costs(c)[index_of(move)]; });
  CHECK(spent == Reference(system, gold, kLabelCost).loss(last));
}

// Along every path, what has been spent is no more than what is lost in the best tree.
void check_bound(const ArcEager& system, const Heads& heads) {
  const Gold gold = gold_of(heads);
  Reference reference(system, gold, 1);
  const ArcEagerDynamicOracle oracle(system, gold);
  // Costs are differences of the bound, so that it is the same along all paths to a configuration.
  std::unordered_map<std::uint64_t, float> bounds;
  Configuration start;
  system.start(start, gold.words());
  bounds[reference.key(start)] = 0;
  reference.for_all(start, [&](const Configuration& c, const auto& nexts) {
    const float bound = bounds.at(reference.key(c));
    CHECK(bound <= reference.best(c));
    const Costs costs = oracle.costs(c);
    for (const auto& [move, next] : nexts) {
      const float after = bound + costs[index_of(move)];
      const auto [found, is_new] = bounds.try_emplace(reference.key(next), after);
      CHECK(is_new || found->second == after);
    }
  });
}

Move free_move(const Costs& costs) {
  for (const Move move : kAllMoves)
    if (costs[index_of(move)] == 0) return move;
  throw std::logic_error("no move is free");
}

void check_derives(const ArcEager& system, const Heads& heads) {
  const Gold gold = gold_of(heads);
  const auto oracle = oracle_for(OracleChoice::static_, system, gold, 1);
  Configuration c;
  system.start(c, gold.words());
  while (!system.finished(c)) {
    const Move move = free_move(oracle->costs(c));
    CHECK(system.legal(c).has(move));
    ArcEager::apply(c, move, builds_arc(move) ? kRootLabel : kNoLabel);
  }
  ArcEager::finish(c, kRootLabel);
  for (Node word = 1; word <= c.words(); ++word) CHECK(c.head(word) == gold.head(word));
}

constexpr Root kRoots[] = {Root::first, Root::last, Root::none};

}  // namespace

TEST(dynamic_arc_eager_costs_are_exact_for_every_projective_tree) {
  for_projective_trees(5, [&](const Heads& heads, bool single) {
    for (const Root root : kRoots) check_exact(ArcEager(root, single), heads);
  });
  std::printf("       %zu moves\n", checked);
}

TEST(dynamic_arc_eager_costs_are_exact_with_several_labels_under_the_root) {
  for_projective_trees(4, [&](const Heads& heads, bool single) {
    for (const Root root : kRoots)
      for (const float label_cost : {0.5f, 1.0f}) check_exact(ArcEager(root, single), heads, true, label_cost);
  });
}

TEST(dynamic_arc_eager_costs_are_exact_for_longer_projective_trees) {
  std::mt19937 random(2012);
  for (Node words = 6; words <= 8; ++words)
    for (int times = 0; times < (words == 8 ? 4 : 10); ++times)
      for (const bool one : {false, true}) {
        const Heads heads = random_projective_tree(words, random, one);
        for (const Root root : kRoots) check_exact_at_random(ArcEager(root, one), heads, times % 2 == 0, random);
      }
}

TEST(dynamic_arc_eager_costs_add_up_to_the_loss_for_any_tree) {
  std::mt19937 random(2013);
  for (Node words = 1; words <= 12; ++words)
    for (int times = 0; times < 40; ++times)
      for (const bool one : {false, true})
        // Costs are also defined for a tree with several roots if the parser builds a single one.
        for (const bool single : {false, true}) {
          const Heads heads = random_tree(words, random, one);
          for (const Root root : kRoots) check_sum(ArcEager(root, single), heads, times % 2 == 0, random);
        }
}

TEST(dynamic_arc_eager_bound_is_never_above_the_best_loss) {
  for (Node words = 1; words <= 4; ++words)
    for_all_trees(words, [&](const Heads& heads) {
      if (is_projective_tree(heads)) return;
      for (const Root root : kRoots)
        for (const bool single : {false, true}) check_bound(ArcEager(root, single), heads);
    });
}

TEST(static_arc_eager_sequences_derive_every_projective_tree) {
  for_projective_trees(5, [&](const Heads& heads, bool single) {
    for (const Root root : kRoots) check_derives(ArcEager(root, single), heads);
  });
  std::mt19937 random(2003);
  for (Node words = 6; words <= 40; ++words)
    for (const bool one : {false, true}) {
      const Heads heads = random_projective_tree(words, random, one);
      for (const Root root : kRoots) check_derives(ArcEager(root, one), heads);
    }
}

TEST(static_arc_eager_has_one_zero_cost_move_in_every_configuration) {
  std::mt19937 random(2008);
  for (Node words = 1; words <= 12; ++words)
    for (int times = 0; times < 20; ++times) {
      const Gold gold = gold_of(random_tree(words, random));
      for (const Root root : kRoots)
        for (const bool single : {false, true}) {
          const ArcEager system(root, single);
          const auto oracle = oracle_for(OracleChoice::static_, system, gold, 1);
          walk_at_random(system, gold, random, [&](const Configuration& c, Move) {
            const Costs costs = oracle->costs(c);
            CHECK(std::ranges::count(costs, 0.0f) == 1);
            CHECK(system.legal(c).has(free_move(costs)));
          });
        }
    }
}

TEST(arc_eager_never_gets_stuck_and_keeps_a_single_root) {
  std::mt19937 random(2014);
  for (Node words = 1; words <= 15; ++words)
    for (int times = 0; times < 60; ++times) {
      const Gold gold = gold_of(random_tree(words, random));
      for (const Root root : kRoots)
        for (const bool single : {false, true}) {
          int moves = 0;
          Configuration c =
              walk_at_random(ArcEager(root, single), gold, random, [&](const Configuration&, Move) { ++moves; });
          CHECK(moves <= 2 * words);
          ArcEager::finish(c, kRootLabel);
          Heads heads;
          for (Node word = 1; word <= words; ++word) heads.push_back(c.head(word));
          CHECK(is_projective_tree(heads));
          CHECK(!single || has_one_root(heads));
        }
    }
}
