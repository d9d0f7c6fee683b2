// Measures by exhaustive search how far the swap oracles that are defined in every configuration are from the
// definition.
#include <cstdio>
#include <random>

#include "derivations.h"
#include "oracles/oracle.h"
#include "oracles/swap/nd_dynamic.h"
#include "oracles/swap/swap_standard.h"
#include "test.h"
#include "treebank/tree.h"

using namespace dodona;

namespace {

constexpr Root kRoots[] = {Root::first, Root::last};

struct Off {
  std::size_t configurations = 0, moves = 0, wrong_moves = 0, nothing_free = 0, free_but_costly = 0;
};

// Counts over all configurations that legal moves can reach.
void count(const TransitionSystem& system, const Heads& heads, Off& off) {
  const Gold gold = gold_tree(heads);
  const auto oracle = oracle_for(widest_oracle(system), system, gold, 1);
  Losses losses(system, gold);
  losses.for_all([&](const Configuration& c) {
    const Costs costs = oracle->costs(c);
    bool any_free = false, costly = false;
    for (const Move move : moves_of(system.legal(c))) {
      const float exact = losses.cost(c, move);
      ++off.moves;
      off.wrong_moves += costs[index_of(move)] != exact;
      any_free |= costs[index_of(move)] == 0;
      costly |= costs[index_of(move)] == 0 && exact > 0;
    }
    ++off.configurations;
    off.nothing_free += !any_free;
    off.free_but_costly += costly;
  });
}

double share(std::size_t part, std::size_t whole) {
  return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void report(const char* what, const Off& off) {
  std::printf(
      "       %s: %zu moves, %.2f%% with another cost; %zu configurations, %.2f%% where nothing is free, %.2f%% where a free move costs something\n",
      what, off.moves, share(off.wrong_moves, off.moves), off.configurations,
      share(off.nothing_free, off.configurations), share(off.free_but_costly, off.configurations));
}

// All sequences of zero-cost moves from the initial configuration derive the tree.
void check_derives(const TransitionSystem& system, OracleChoice choice, const Heads& heads) {
  const Gold gold = gold_tree(heads);
  const auto oracle = oracle_for(choice, system, gold, 1);
  std::unordered_set<std::u32string> seen;
  const auto walk = [&](auto&& self, const Configuration& c) -> void {
    if (system.finished(c) || !seen.insert(key_of(c)).second) return;
    const Costs costs = oracle->costs(c);
    bool any = false;
    for (const Move move : moves_of(system.legal(c))) {
      if (costs[index_of(move)] != 0) continue;
      any = true;
      if (builds_arc(move)) CHECK(gold.head(system.arc(c, move).dependent) == system.arc(c, move).head);
      self(self, after(system, c, move));
    }
    CHECK(any);
  };
  Configuration c;
  system.start(c, gold.words());
  walk(walk, c);
}

// A random sequence of zero-cost moves.
void check_follows(const TransitionSystem& system, OracleChoice choice, const Heads& heads, std::mt19937& random) {
  const Gold gold = gold_tree(heads);
  const auto oracle = oracle_for(choice, system, gold, 1);
  Configuration c;
  system.start(c, gold.words());
  while (!system.finished(c)) {
    std::vector<Move> free;
    const Costs costs = oracle->costs(c);
    for (const Move move : moves_of(system.legal(c)))
      if (costs[index_of(move)] == 0) free.push_back(move);
    CHECK(!free.empty());
    if (free.empty()) return;
    system.apply(c, free[random() % free.size()], 0);
  }
  system.finish(c, 0);
  for (Node word = 1; word <= gold.words(); ++word) CHECK(c.head(word) == gold.head(word));
}

// Whether the words are in a projective order of the best reachable tree.
bool is_in_order(const Configuration& c, const Gold& gold) {
  Heads heads;
  for (Node word = 1; word <= gold.words(); ++word) heads.push_back(gold.head(word));
  const Heads best = best_reachable_heads(c, gold, depths(heads));
  const ProjectiveOrder order = ProjectiveOrder::nearest(gold_tree(best), c);
  std::vector<Node> row = c.stack();
  for (std::size_t i = 0; i < c.buffer_size(); ++i) row.push_back(c.buffer(i));
  std::erase(row, 0);
  return std::ranges::is_sorted(row, {}, [&](Node word) { return order.of(word); });
}

}  // namespace

TEST(zero_cost_moves_of_swap_oracles_derive_every_tree) {
  const auto check = [](const Heads& heads, bool single_root) {
    for (const Root root : kRoots) {
      check_derives(SwapHybrid(root, single_root), OracleChoice::static_dynamic, heads);
      check_derives(SwapStandard(root, single_root), OracleChoice::nd_dynamic, heads);
      for (const OracleChoice choice : {OracleChoice::static_dynamic, OracleChoice::minimal})
        check_derives(SwapEager(root, single_root), choice, heads);
    }
  };
  for (Node words = 1; words <= 5; ++words)
    for_all_trees(words, [&](const Heads& heads) {
      check(heads, false);
      if (has_one_root(heads)) check(heads, true);
    });
  std::mt19937 random(2017);
  for (Node words = 6; words <= 8; ++words)
    for (int times = 0; times < 60; ++times) check(random_tree(words, random, true), true);
  // Longer trees have more interfering words.
  for (Node words = 6; words <= 16; ++words)
    for (int times = 0; times < 200; ++times)
      for (const bool single_root : {false, true})
        for (const Root root : kRoots) {
          const Heads heads = random_tree(words, random, true);
          check_follows(SwapEager(root, single_root), OracleChoice::static_dynamic, heads, random);
          check_follows(SwapStandard(root, single_root), OracleChoice::nd_dynamic, heads, random);
        }
}

// The figures of docs/science/swap-oracles.md: no oracle may get worse.
TEST(swap_oracle_costs_are_as_inexact_as_documented) {
  struct Known {
    SystemChoice choice;
    const char* name;
    double wrong_moves, nothing_free, free_but_costly;  // per cent, at most
  };
  for (const auto& [choice, name, wrong_moves, nothing_free, free_but_costly] : {
           Known{choice_of<SwapHybrid>(), "static-dynamic, swap-hybrid", 26.0, 7.5, 6.2},
           Known{choice_of<SwapEager>(), "static-dynamic, swap-eager", 24.5, 5.8, 12.1},
           Known{choice_of<SwapStandard>(), "nd-dynamic, swap-standard", 28.0, 3.8, 12.8},
       }) {
    Off projective, others;
    for (Node words = 1; words <= 4; ++words)  // five take minutes
      for_all_trees(words, [&](const Heads& heads) {
        for (const Root root : kRoots)
          count({choice, root, false}, heads, is_projective_tree(heads) ? projective : others);
      });
    std::printf("     %s\n", name);
    report("projective trees", projective);
    report("others", others);
    for (const Off& off : {projective, others}) {
      CHECK(off.wrong_moves > 0 && share(off.wrong_moves, off.moves) <= wrong_moves);
      CHECK(share(off.nothing_free, off.configurations) <= nothing_free);
      CHECK(share(off.free_but_costly, off.configurations) <= free_but_costly);
    }
  }
}

// While the tree is reachable in the nearest projective order, the zero-cost moves of nd-dynamic are those that ND-ALL
// allows in that order.
TEST(nd_dynamic_begins_as_nd_all) {
  std::mt19937 random(2015);
  std::size_t same = 0, others = 0;
  for (Node words = 1; words <= 8; ++words)
    for (int times = 0; times < 60; ++times)
      for (const Root root : kRoots) {
        const Gold gold = gold_tree(random_tree(words, random, true));
        const SwapStandard system(root, true);
        const auto dynamic = oracle_for(OracleChoice::nd_dynamic, system, gold, 1);
        Configuration c;
        system.start(c, words);
        while (!system.finished(c)) {
          const Costs costs = dynamic->costs(c);
          MoveSet free;
          for (const Move move : moves_of(system.legal(c)))
            if (costs[index_of(move)] == 0) free.add(move);
          CHECK(!free.empty());
          if (free.empty()) break;
          ++(free == nd_all_moves(c, gold, ProjectiveOrder::nearest(gold, c)) ? same : others);
          const std::vector<Move> moves = moves_of(free);
          system.apply(c, moves[random() % moves.size()], 0);
        }
      }
  std::printf("       %zu configurations, and %zu where the nearest order does not lead on\n", same, others);
  CHECK(others * 100 < same);
}

// If no swap is needed, the zero-cost moves of nd-dynamic are those of arc-standard's oracle, which is exact.
TEST(nd_dynamic_equals_the_arc_standard_oracle_if_no_swap_is_needed) {
  std::mt19937 random(2014);
  std::size_t compared = 0, after_mistakes = 0;
  for (int times = 0; times < 4000; ++times) {
    const Heads heads = random_tree(2 + static_cast<Node>(random() % 7), random, true);
    if (!is_projective_tree(heads)) continue;
    const Gold gold = gold_tree(heads);
    for (const Root root : kRoots)
      for (const bool single_root : {false, true}) {
        const TransitionSystem swapping = SwapStandard(root, single_root), standard = ArcStandard(root, single_root);
        const auto dynamic = oracle_for(OracleChoice::nd_dynamic, swapping, gold, 1),
                   exact = oracle_for(OracleChoice::dynamic, standard, gold, 1);
        Configuration c;
        standard.start(c, gold.words());
        for (bool mistaken = false; !standard.finished(c);) {
          const std::vector<Move> legal = moves_of(standard.legal(c));
          const Costs costs = exact->costs(c);
          if (is_in_order(c, gold)) {
            for (const Move move : legal)
              CHECK((dynamic->costs(c)[index_of(move)] == 0) == (costs[index_of(move)] == 0));
            ++compared;
            after_mistakes += mistaken;
          }
          const Move move = legal[random() % legal.size()];
          mistaken |= costs[index_of(move)] > 0;
          standard.apply(c, move, 0);
        }
      }
  }
  std::printf("       %zu configurations, %zu of them after mistakes\n", compared, after_mistakes);
  CHECK(after_mistakes > 1000);
}

// On random walks: words that have left the stack and buffer keep their heads, and gold arcs between the others are
// kept.
TEST(the_best_reachable_heads_are_a_tree_with_all_arcs_not_lost) {
  std::mt19937 random(2016);
  std::size_t lost = 0;
  for (int times = 0; times < 3000; ++times) {
    const Heads heads = random_tree(2 + static_cast<Node>(random() % 6), random, true);
    const Gold gold = gold_tree(heads);
    const SwapStandard system(Root::first, true);
    Configuration c;
    for (system.start(c, gold.words()); !system.finished(c);) {
      const Heads best = best_reachable_heads(c, gold, depths(heads));
      const auto is_left = [&](Node node) { return c.in_stack(node) || c.in_buffer(node); };
      CHECK(is_tree(best));
      for (Node word = 1; word <= gold.words(); ++word) {
        const Node head = best[static_cast<std::size_t>(word) - 1];
        if (!is_left(word))
          CHECK(head == c.head(word));
        else if (is_left(gold.head(word)))
          CHECK(head == gold.head(word));
        else
          ++lost;
      }
      const std::vector<Move> moves = moves_of(system.legal(c));
      system.apply(c, moves[random() % moves.size()], 0);
    }
  }
  CHECK(lost > 1000);
}

TEST(nd_dynamic_may_postpone_a_swap_while_s0_can_get_dependents) {
  const Gold gold = gold_tree({4, 1, 2, 0});
  const SwapStandard system(Root::first, true);
  Configuration c;
  system.start(c, gold.words());
  using enum Move;
  for (const Move move : {shift, shift, shift, left_arc, swap, shift, shift, swap}) system.apply(c, move, 0);
  CHECK(c.stack() == std::vector<Node>({0, 3, 4}) && c.buffer(0) == 1 && c.head(2) == 3);
  const Costs costs = oracle_for(OracleChoice::nd_dynamic, system, gold, 1)->costs(c);
  CHECK(costs[index_of(shift)] == 0);  // 1 is the next dependent of 4
  CHECK(costs[index_of(swap)] == 0 && costs[index_of(left_arc)] == 0 && costs[index_of(right_arc)] == 2);
}

// Where it would have to search too far ahead, nd-dynamic falls back on LAZY, so that long sentences with many crossing
// arcs do not take hours.
TEST(nd_dynamic_limits_its_lookahead) {
  std::mt19937 random(2026);
  const Heads heads = random_tree(300, random, true);
  const Gold gold = gold_tree(heads);
  const SwapStandard system(Root::first, true);
  const auto dynamic = oracle_for(OracleChoice::nd_dynamic, system, gold, 1),
             lazy = oracle_for(OracleChoice::lazy, system, gold, 1);
  Configuration c;
  system.start(c, gold.words());
  while (!system.finished(c)) {
    const Costs costs = dynamic->costs(c);
    CHECK(costs == lazy->costs(c));
    system.apply(c,
                 *std::ranges::find_if(
                     kAllMoves, [&](Move move) { return costs[index_of(move)] == 0 && system.legal(c).has(move); }),
                 0);
  }
}
