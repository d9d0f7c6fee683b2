// Arc-eager with SWAP: the trees that it can build, and the fewest swaps.
#include <cstdio>
#include <deque>
#include <map>
#include <random>

#include "derivations.h"
#include "oracles/oracle.h"
#include "oracles/swap/minimal.h"
#include "test.h"

using namespace dodona;

namespace {

constexpr Root kRoots[] = {Root::first, Root::last, Root::none};

Heads heads_of(const SwapEager& system, Configuration c) {
  system.finish(c, 0);
  Heads heads;
  for (Node word = 1; word <= c.words(); ++word) heads.push_back(c.head(word));
  return heads;
}

void walk_at_random(const SwapEager& system, std::mt19937& random, Node words) {
  Configuration c;
  system.start(c, words);
  std::vector<std::pair<Node, Node>> swapped;
  while (!system.finished(c)) {
    const std::vector<Move> legal = moves_of(system.legal(c));
    CHECK(!legal.empty());
    if (legal.empty()) return;
    const Move move = legal[random() % legal.size()];
    if (move == Move::swap) swapped.emplace_back(c.stack(1), c.stack(0));
    if (builds_arc(move)) CHECK(!c.has_head(system.arc(c, move).dependent));
    system.apply(c, move, builds_arc(move) ? 0 : kNoLabel);
    for (std::size_t i = 0; i < c.buffer_size(); ++i) CHECK(c.buffer(i) == 0 || !c.has_head(c.buffer(i)));
  }
  std::ranges::sort(swapped);
  CHECK(std::ranges::adjacent_find(swapped) == swapped.end());
  const Heads heads = heads_of(system, c);
  CHECK(is_tree(heads));
  CHECK(!system.single_root() || words == 0 || has_one_root(heads));
}

// The fewest swaps for a tree, among sequences that build only its arcs and swap only words that are out of projective
// order.
std::size_t fewest_swaps(const SwapEager& system, const Gold& gold) {
  const ProjectiveOrder order(gold);
  std::deque<std::pair<Configuration, std::size_t>> agenda;
  std::unordered_set<std::u32string> seen;
  agenda.emplace_back();
  system.start(agenda.back().first, gold.words());
  agenda.back().second = 0;
  while (!agenda.empty()) {
    const auto [c, swaps] = std::move(agenda.front());
    agenda.pop_front();
    std::u32string key = configuration_key(c);
    for (Node word = 1; word <= c.words(); ++word) key.push_back(static_cast<char32_t>(c.head(word)));
    if (!seen.insert(key).second) continue;
    if (system.finished(c)) {
      const Heads heads = heads_of(system, c);
      bool same = true;
      for (Node word = 1; word <= c.words(); ++word)
        same &= heads[static_cast<std::size_t>(word) - 1] == gold.head(word);
      if (same) return swaps;
      continue;
    }
    for (const Move move : moves_of(system.legal(c))) {
      if (builds_arc(move) && gold.head(system.arc(c, move).dependent) != system.arc(c, move).head) continue;
      if (move == Move::swap && order.of(c.stack(1)) < order.of(c.stack(0))) continue;
      if (move == Move::swap)
        agenda.emplace_back(after(system, c, move), swaps + 1);
      else
        agenda.emplace_front(after(system, c, move), swaps);
    }
  }
  return static_cast<std::size_t>(-1);
}

}  // namespace

TEST(swap_eager_never_gets_stuck_and_swaps_no_two_words_twice) {
  std::mt19937 random(2026);
  for (const Root root : kRoots)
    for (const bool single : {false, true})
      for (Node words = 0; words <= 12; ++words)
        for (int times = 0; times < 60; ++times) walk_at_random(SwapEager(root, single), random, words);
}

TEST(swap_eager_builds_every_tree_with_the_fewest_swaps) {
  std::size_t trees = 0, swaps = 0;
  const auto check = [&](const Heads& heads) {
    const Gold gold = gold_tree(heads);
    for (const Root root : kRoots)
      for (const bool single : {false, true}) {
        if (single && !has_one_root(heads)) continue;
        const SwapEager system(root, single);
        const Derivation found = minimal_derivation(system, gold, ProjectiveOrder(gold));
        CHECK(found.within_budget && found.swaps == fewest_swaps(system, gold));
        Configuration c;
        system.start(c, gold.words());
        for (const Move move : found.moves) {
          CHECK(system.legal(c).has(move));
          system.apply(c, move, 0);
        }
        CHECK(system.finished(c) && heads_of(system, c) == heads);
        ++trees;
        swaps += found.swaps;
      }
  };
  for (Node words = 1; words <= 5; ++words) for_all_trees(words, check);
  std::mt19937 random(2015);
  for (Node words = 6; words <= 8; ++words)
    for (int times = 0; times < 20; ++times) check(random_tree(words, random, true));
  std::printf("       %zu trees and roots, %zu swaps\n", trees, swaps);
}

TEST(swap_eager_needs_as_many_swaps_as_swap_standard) {
  std::mt19937 random(2009);
  for (Node words = 5; words <= 12; ++words)
    for (int times = 0; times < 60; ++times) {
      const Gold gold = gold_tree(random_tree(words, random, true));
      const ProjectiveOrder order(gold);
      const Derivation standard = minimal_derivation(gold, Root::first, order),
                       eager = minimal_derivation(SwapEager(Root::first, true), gold, order);
      CHECK(standard.within_budget && eager.within_budget && standard.swaps == eager.swaps);
    }
}

// Without crossing arcs there are no swaps, and the sequence is that of arc-eager.
TEST(swap_eager_derives_projective_trees_as_arc_eager_does) {
  for (Node words = 1; words <= 6; ++words)
    for_all_trees(words, [&](const Heads& heads) {
      if (!is_projective_tree(heads) || !has_one_root(heads)) return;
      const Gold gold = gold_tree(heads);
      const SwapEager system(Root::first, true);
      const auto arc_eager = oracle_for(OracleChoice::static_, ArcEager(Root::first, true), gold, 1);
      Configuration c;
      system.start(c, words);
      for (const Move move : minimal_derivation(system, gold, ProjectiveOrder(gold)).moves) {
        CHECK(arc_eager->costs(c)[index_of(move)] == 0);
        system.apply(c, move, 0);
      }
    });
}
