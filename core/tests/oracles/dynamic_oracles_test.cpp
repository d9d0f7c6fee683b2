// Compares the dynamic oracles of systems without SWAP with the definition by exhaustive search.
#include <cstdio>
#include <random>

#include "derivations.h"
#include "oracles/oracle.h"
#include "test.h"

using namespace dodona;

namespace {

constexpr Root kRoots[] = {Root::first, Root::last};

std::size_t checked = 0, shown = 0;

void check_exact(const TransitionSystem& system, const Heads& heads) {
  const Gold gold = gold_tree(heads);
  const auto oracle = oracle_for(OracleChoice::dynamic, system, gold, 1);
  Losses losses(system, gold);
  losses.for_all([&](const Configuration& c) {
    const Costs costs = oracle->costs(c);
    for (const Move move : moves_of(system.legal(c))) {
      ++checked;
      const float exact = losses.cost(c, move);
      const bool same = costs[index_of(move)] == exact;
      CHECK(same);
      if (same || ++shown > 20) continue;
      std::printf("root %d single %d; move %d costs %g, the oracle says %g; gold", static_cast<int>(system.root()),
                  system.single_root(), static_cast<int>(move), exact, costs[index_of(move)]);
      for (const auto head : heads) std::printf(" %d", head);
      std::printf("; stack");
      for (const auto node : c.stack()) std::printf(" %d", node);
      std::printf("; buffer from %d\n", c.buffer(0));
    }
  });
}

template <class System>
void check_all() {
  checked = 0;
  for_projective_trees(5, [&](const Heads& heads, bool single) {
    for (const Root root : kRoots) check_exact(System(root, single), heads);
  });
  std::printf("       %zu moves", checked);
  checked = 0;
  std::mt19937 random(2014);
  for (Node words = 6; words <= 8; ++words)
    for (int times = 0; times < 40; ++times)
      for (const bool one : {false, true})
        for (const Root root : kRoots) check_exact(System(root, one), random_projective_tree(words, random, one));
  std::printf(", %zu of longer trees\n", checked);
}

}  // namespace

// arc_eager_test.cpp has its own definition; this checks that the one here counts words that are left over.
TEST(dynamic_arc_eager_costs_are_exact_by_this_definition) { check_all<ArcEager>(); }
TEST(dynamic_arc_hybrid_costs_are_exact_for_every_projective_tree) { check_all<ArcHybrid>(); }
TEST(dynamic_arc_standard_costs_are_exact_for_every_projective_tree) { check_all<ArcStandard>(); }
