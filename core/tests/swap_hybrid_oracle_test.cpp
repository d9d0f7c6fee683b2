// How far the static-dynamic oracle of swap-hybrid is from the definition, by exhaustion.
#include <cstdio>
#include <random>

#include "derivations.h"
#include "oracles/oracle.h"
#include "test.h"

using namespace dodona;

namespace {

constexpr Root kRoots[] = {Root::first, Root::last};

struct Off {
  std::size_t configurations = 0, moves = 0, wrong_moves = 0, nothing_free = 0, free_but_costly = 0;
};

// All configurations that can be reached by legal moves.
void count(const TransitionSystem& system, const Heads& heads, Off& off) {
  const Gold gold = gold_tree(heads);
  const auto oracle = oracle_for(OracleChoice::static_dynamic, system, gold, 1);
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

void report(const char* what, const Off& off) {
  const auto share = [](std::size_t part, std::size_t whole) { return 100.0 * static_cast<double>(part) / static_cast<double>(whole); };
  std::printf("       %s: %zu moves, %.2f%% with another cost; %zu configurations, %.2f%% where nothing is free, %.2f%% where a free move costs something\n", what,
              off.moves, share(off.wrong_moves, off.moves), off.configurations, share(off.nothing_free, off.configurations),
              share(off.free_but_costly, off.configurations));
}

// Whatever is free from the beginning derives the tree.
void check_derives(const TransitionSystem& system, const Heads& heads) {
  const Gold gold = gold_tree(heads);
  const auto oracle = oracle_for(OracleChoice::static_dynamic, system, gold, 1);
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

}  // namespace

TEST(static_dynamic_swap_hybrid_sequences_derive_every_tree) {
  for (Node words = 1; words <= 5; ++words)
    for_all_trees(words, [&](const Heads& heads) {
      for (const Root root : kRoots) {
        check_derives(SwapHybrid(root, false), heads);
        if (has_one_root(heads)) check_derives(SwapHybrid(root, true), heads);
      }
    });
  std::mt19937 random(2017);
  for (Node words = 6; words <= 8; ++words)
    for (int times = 0; times < 60; ++times)
      for (const Root root : kRoots) check_derives(SwapHybrid(root, true), random_tree(words, random, true));
}

TEST(static_dynamic_swap_hybrid_costs_are_off_now_and_then) {
  Off projective, others;
  for (Node words = 1; words <= 4; ++words)  // five take minutes
    for_all_trees(words, [&](const Heads& heads) {
      for (const Root root : kRoots) count(SwapHybrid(root, false), heads, is_projective_tree(heads) ? projective : others);
    });
  report("projective trees", projective);
  report("others", others);
}
