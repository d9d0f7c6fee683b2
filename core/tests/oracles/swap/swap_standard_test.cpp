// Compares the oracles of the arc-standard and swap-standard systems with their definitions by exhaustive search.
#include <cstdio>
#include <random>

#include "derivations.h"
#include "oracles/oracle.h"
#include "oracles/swap/attachment_order.h"
#include "oracles/swap/minimal.h"
#include "oracles/swap/swap_standard.h"
#include "test.h"

using namespace dodona;

namespace {

constexpr Root kRoots[] = {Root::first, Root::last};

// All sequences that derive a tree and swap only words that are out of projective order.
auto derivations(const TransitionSystem& system, const Gold& gold) {
  return Derivations(system, gold, [order = ProjectiveOrder(gold)](const Configuration& c, Move move) {
    return move != Move::swap || order.of(c.stack(0)) < order.of(c.stack(1));
  });
}

MoveSet free_moves(const Costs& costs, MoveSet legal) {
  MoveSet moves;
  for (const Move move : moves_of(legal))
    if (costs[index_of(move)] == 0) moves.add(move);
  return moves;
}

// Calls visit(configuration, zero-cost moves) for all configurations that an oracle can lead to. CHECKs that there is
// such a move in all that are not final.
template <class F>
void follow(const TransitionSystem& system, const SentenceOracle& oracle, const Configuration& c,
            std::unordered_set<std::u32string>& seen, F& visit) {
  if (system.finished(c) || !seen.insert(key_of(c)).second) return;
  const MoveSet moves = free_moves(oracle.costs(c), system.legal(c));
  CHECK(!moves.empty());
  visit(c, moves);
  for (const Move move : moves_of(moves)) follow(system, oracle, after(system, c, move), seen, visit);
}

// The moves that an oracle should allow, if `good` are all moves that derive the tree and respect the projective order.
MoveSet expected(OracleChoice choice, MoveSet good) {
  if (choice == OracleChoice::nd_all) return good;
  for (const Move move : {Move::left_arc, Move::right_arc})
    if (good.has(move)) return {move};
  if (choice == OracleChoice::nd_sw) return good;
  return good.has(Move::swap) ? MoveSet{Move::swap} : good;
}

std::size_t swaps_along(const TransitionSystem& system, const SentenceOracle& oracle, const Gold& gold) {
  Configuration c;
  system.start(c, gold.words());
  std::size_t swaps = 0;
  while (!system.finished(c)) {
    const std::vector<Move> moves = moves_of(free_moves(oracle.costs(c), system.legal(c)));
    CHECK(moves.size() == 1);
    if (moves.empty()) return swaps;
    swaps += moves[0] == Move::swap;
    system.apply(c, moves[0], builds_arc(moves[0]) ? 0 : kNoLabel);
  }
  for (Node word = 1; word <= gold.words(); ++word) CHECK(c.head(word) == gold.head(word));
  return swaps;
}

// Checks that moves derive a tree and swap only words that are out of projective order.
void check_derivation(const Derivation& found, const Gold& gold, Root root, const ProjectiveOrder& order) {
  Configuration c(gold.words(), root);
  std::size_t swaps = 0;
  for (const Move move : found.moves) {
    if (move == Move::left_arc) CHECK(can_left_arc(c, gold));
    if (move == Move::right_arc) CHECK(can_right_arc(c, gold));
    if (move == Move::swap) CHECK(order.can_swap(c));
    swaps += move == Move::swap;
    SwapStandard::apply(c, move, 0);
  }
  CHECK(SwapStandard::finished(c));
  CHECK(swaps == found.swaps);
}

struct Counts {
  std::size_t trees = 0, configurations = 0, eager = 0, lazy = 0, minimal = 0;
};

void check_tree(Root root, bool single, const Heads& heads, Counts& counts) {
  const TransitionSystem system = SwapStandard(root, single);
  const Gold gold = gold_tree(heads);
  auto all = derivations(system, gold);
  for (const OracleChoice choice : {OracleChoice::nd_all, OracleChoice::nd_sw, OracleChoice::eager}) {
    std::unordered_set<std::u32string> seen;
    auto visit = [&](const Configuration& c, MoveSet moves) {
      ++counts.configurations;
      CHECK(moves == expected(choice, all.good(c)));
    };
    follow(system, *oracle_for(choice, system, gold, 1), all.start(), seen, visit);
  }
  const std::size_t eager = swaps_along(system, *oracle_for(OracleChoice::eager, system, gold, 1), gold);
  const std::size_t lazy = swaps_along(system, *oracle_for(OracleChoice::lazy, system, gold, 1), gold);
  const std::size_t minimal = swaps_along(system, *oracle_for(OracleChoice::minimal, system, gold, 1), gold);
  const bool lazy_is_no_worse = lazy <= eager;
  CHECK(lazy_is_no_worse);
  if (!lazy_is_no_worse) {
    std::printf("LAZY swaps %zu times, EAGER %zu:", lazy, eager);
    for (const auto head : heads) std::printf(" %d", head);
    std::printf("\n");
  }
  CHECK(minimal == static_cast<std::size_t>(all.swaps(all.start())));
  CHECK((minimal == 0) == is_projective_tree(heads));
  const ProjectiveOrder order(gold);
  const Derivation by_attachment_order = attachment_order_derivation(gold, root, order);
  check_derivation(by_attachment_order, gold, root, order);
  CHECK(by_attachment_order.swaps == minimal);
  counts.trees += 1;
  counts.eager += eager;
  counts.lazy += lazy;
  counts.minimal += minimal;
}

Gold figure_1() { return gold_tree({2, 0, 6, 5, 2, 5}); }
Gold figure_3() { return gold_tree({2, 0, 2, 1, 4}); }

std::string script(const std::vector<Move>& moves) {
  std::string text;
  for (const Move move : moves)
    text += move == Move::shift ? "SH " : move == Move::left_arc ? "LA " : move == Move::right_arc ? "RA " : "SW ";
  return text;
}

}  // namespace

TEST(swap_oracles_allow_what_they_should_for_every_tree) {
  Counts counts;
  for (Node words = 1; words <= 5; ++words)
    for_all_trees(words, [&](const Heads& heads) {
      for (const Root root : kRoots) {
        check_tree(root, false, heads, counts);
        if (has_one_root(heads)) check_tree(root, true, heads, counts);
      }
    });
  std::printf("       %zu trees and roots, %zu configurations; swaps: eager %zu, lazy %zu, minimal %zu\n", counts.trees,
              counts.configurations, counts.eager, counts.lazy, counts.minimal);
}

TEST(swap_oracles_allow_what_they_should_for_longer_trees) {
  std::mt19937 random(2015);
  Counts counts;
  for (Node words = 6; words <= 8; ++words)
    for (int times = 0; times < 60; ++times)
      for (const bool one : {false, true}) {
        const Heads heads = random_tree(words, random, one);
        for (const Root root : kRoots) check_tree(root, one, heads, counts);
      }
  std::printf("       %zu trees and roots, %zu configurations; swaps: eager %zu, lazy %zu, minimal %zu\n", counts.trees,
              counts.configurations, counts.eager, counts.lazy, counts.minimal);
}

TEST(static_swap_oracles_derive_long_trees) {
  std::mt19937 random(2010);
  for (Node words = 9; words <= 25; ++words)
    for (int times = 0; times < 6; ++times)
      for (const Root root : kRoots) {
        const TransitionSystem system = SwapStandard(root, true);
        const Gold gold = gold_tree(random_tree(words, random, true));
        const std::size_t eager = swaps_along(system, *oracle_for(OracleChoice::eager, system, gold, 1), gold);
        const std::size_t lazy = swaps_along(system, *oracle_for(OracleChoice::lazy, system, gold, 1), gold);
        CHECK(lazy <= eager);
      }
}

TEST(minimal_falls_back_to_the_best_sequence_found) {
  std::mt19937 random(42);
  const Gold gold = gold_tree(random_tree(30, random, true));
  const ProjectiveOrder order(gold);
  const std::size_t lazy = lazy_derivation(gold, Root::first, order).swaps;
  for (const std::size_t budget : {std::size_t{1}, std::size_t{50}, std::size_t{1000}}) {
    const Derivation found = minimal_derivation(gold, Root::first, order, budget);
    CHECK(found.choices <= budget && found.swaps <= lazy);
    check_derivation(found, gold, Root::first, order);
  }
  CHECK(!minimal_derivation(gold, Root::first, order, 1).within_budget);
}

TEST(a_beam_over_attachment_orders_finds_few_swaps) {
  std::mt19937 random(7);
  std::size_t lazy = 0, by_attachment_order = 0;
  for (Node words = 9; words <= 60; words += 3)
    for (const Root root : kRoots) {
      const Gold gold = gold_tree(random_tree(words, random, true));
      const ProjectiveOrder order(gold);
      const Derivation few = attachment_order_derivation(gold, root, order),
                       fewest = minimal_derivation(gold, root, order, 500);
      check_derivation(few, gold, root, order);
      if (fewest.within_budget) CHECK(few.swaps == fewest.swaps);
      CHECK(attachment_order_derivation(gold, root, order, 1).swaps >= few.swaps);
      lazy += lazy_derivation(gold, root, order).swaps;
      by_attachment_order += few.swaps;
    }
  std::printf("       lazy %zu, by attachment order %zu\n", lazy, by_attachment_order);
  CHECK(by_attachment_order < lazy);
}

TEST(fewer_swaps_than_lazy_has_are_found_in_long_sentences) {
  // Some dozens of words with crossing arcs, and a chain that makes the sentence too long for the search.
  std::mt19937 random(3);
  Heads heads;
  for (std::int32_t word = 1; word <= 60; ++word)
    heads.push_back(std::min<std::int32_t>(61, word + 1 + static_cast<std::int32_t>(random() % 8)));
  for (std::int32_t word = 61; word <= 1200; ++word) heads.push_back(word > 61 ? word - 1 : 0);
  const Gold gold = gold_tree(heads);
  const ProjectiveOrder order(gold);
  const Derivation found = minimal_derivation(gold, Root::first, order);
  check_derivation(found, gold, Root::first, order);
  CHECK(!found.within_budget);
  CHECK(found.swaps < lazy_derivation(gold, Root::first, order).swaps);
}

namespace {

// List items interleaved word by word: "b) a) new old trees trees of of oaks beeches". In each, a chain of nouns, each
// with an adjective before it, is attached to the item's label.
Heads interleaved(std::int32_t items, std::int32_t words) {
  Heads heads;
  for (std::int32_t at = 0; at < items * words; ++at) {
    const std::int32_t item = at % items, place = at / items;
    const auto word = [&](std::int32_t there) { return there * items + item + 1; };
    heads.push_back(place == 0                            ? (item == 0 ? 0 : 1)
                    : place % 2 == 1 && place + 1 < words ? word(place + 1)
                                                          : word(std::max(0, place - 2)));
  }
  return heads;
}

}  // namespace

// The numbers are those of an independent constraint solver (benchmarks/fewest_swaps.py).
TEST(interleaved_lists_are_derived_with_the_fewest_swaps) {
  for (const auto& [items, words, fewest] : {std::tuple{2, 9, 8u}, {3, 6, 21u}, {3, 9, 24u}, {4, 5, 24u}, {4, 7, 36u}})
    for (const Root root : kRoots) {
      const Gold gold = gold_tree(interleaved(items, words));
      const ProjectiveOrder order(gold);
      const Derivation found = minimal_derivation(gold, root, order, 1000);
      check_derivation(found, gold, root, order);
      CHECK(found.swaps == fewest);
    }
}

// As counted by an independent program. LAZY differs from EAGER because it waits for the component of b0, not of s1.
TEST(swaps_of_all_trees_of_five_words) {
  std::size_t trees = 0, eager = 0, lazy = 0, minimal = 0;
  for_all_trees(5, [&](const Heads& heads) {
    const Gold gold = gold_tree(heads);
    const ProjectiveOrder order(gold);
    ++trees;
    eager += eager_derivation(gold, Root::first, order).swaps;
    lazy += lazy_derivation(gold, Root::first, order).swaps;
    minimal += minimal_derivation(gold, Root::first, order).swaps;
  });
  CHECK(trees == 1296 && eager == 1918 && lazy == 1708 && minimal == 1665);
}

TEST(arc_standard_sequences_derive_every_projective_tree) {
  const auto check = [](Root root, bool single, const Heads& heads) {
    const TransitionSystem system = ArcStandard(root, single);
    const Gold gold = gold_tree(heads);
    swaps_along(system, *oracle_for(OracleChoice::static_, system, gold, 1), gold);
    // It is Algorithm 1: arcs before SHIFT wherever they are correct.
    auto all = Derivations(system, gold, [](const Configuration&, Move) { return true; });
    std::unordered_set<std::u32string> seen;
    auto visit = [&](const Configuration& c, MoveSet moves) {
      CHECK(moves == expected(OracleChoice::eager, all.good(c)));
    };
    follow(system, *oracle_for(OracleChoice::static_, system, gold, 1), all.start(), seen, visit);
  };
  for (Node words = 1; words <= 5; ++words)
    for_all_trees(words, [&](const Heads& heads) {
      if (!is_projective_tree(heads)) return;
      for (const Root root : kRoots) {
        check(root, false, heads);
        if (has_one_root(heads)) check(root, true, heads);
      }
    });
  std::mt19937 random(2004);
  for (Node words = 6; words <= 8; ++words)
    for (const bool one : {false, true})
      for (const Root root : kRoots) check(root, one, random_projective_tree(words, random, one));
}

// "That 's what they 're after", as described in section 3.
TEST(figure_1_is_reproduced) {
  const Gold gold = figure_1();
  const ProjectiveOrder order(gold);
  // That < 's < they < 're < what < after
  for (const auto& [earlier, later] : {std::pair{1, 2}, {2, 4}, {4, 5}, {5, 3}, {3, 6}})
    CHECK(order.of(earlier) < order.of(later));
  CHECK(script(eager_derivation(gold, Root::first, order).moves) == "SH SH LA SH SH SW SH SH SW LA SH SH LA RA RA RA ");
  CHECK(script(lazy_derivation(gold, Root::first, order).moves) == "SH SH LA SH SH SH LA SW SH SH LA RA RA RA ");
  CHECK(minimal_derivation(gold, Root::first, order).swaps == 1);
}

// "John likes Mary": two sequences, which diverge after SH SH.
TEST(figure_2_has_two_sequences) {
  const Gold gold = gold_tree({2, 0, 2});
  const TransitionSystem system = SwapStandard();
  const auto oracle = oracle_for(OracleChoice::nd_all, system, gold, 1);
  auto all = derivations(system, gold);
  std::size_t configurations = 0, forks = 0;
  std::unordered_set<std::u32string> seen;
  auto visit = [&](const Configuration&, MoveSet moves) {
    ++configurations;
    forks += moves_of(moves).size() == 2;
  };
  follow(system, *oracle, all.start(), seen, visit);
  CHECK(configurations + 1 == 9 && forks == 1);
}

// "Ausgelöst wurde sie durch Intel": the lattice of Figure 4.
TEST(figure_4_has_nine_sequences) {
  const Gold gold = figure_3();
  const ProjectiveOrder order(gold);
  for (const auto& [earlier, later] : {std::pair{1, 4}, {4, 5}, {5, 2}, {2, 3}})
    CHECK(order.of(earlier) < order.of(later));
  const TransitionSystem system = SwapStandard();
  const auto oracle = oracle_for(OracleChoice::nd_all, system, gold, 1);
  std::unordered_map<std::u32string, std::size_t> sequences;
  std::size_t transitions = 0, done = 0;
  const auto count = [&](auto&& self, const Configuration& c) -> std::size_t {
    if (system.finished(c)) {
      done = 1;
      return 1;
    }
    const auto [found, is_new] = sequences.try_emplace(key_of(c), 0);
    std::size_t& number = found->second;
    if (!is_new) return number;
    for (const Move move : moves_of(free_moves(oracle->costs(c), system.legal(c)))) {
      ++transitions;
      number += self(self, after(system, c, move));
    }
    return number;
  };
  Configuration c;
  system.start(c, gold.words());
  const std::size_t all = count(count, c);
  std::printf("       %zu configurations, %zu transitions, %zu sequences\n", sequences.size() + done, transitions, all);
  CHECK(sequences.size() + done == 37 && transitions == 42 && all == 9);
}

// This is why LAZY compares s0 with b0 and not with s1.
TEST(words_of_one_projective_component_are_in_order) {
  for (Node words = 1; words <= 5; ++words)
    for_all_trees(words, [&](const Heads& heads) {
      const Gold gold = gold_tree(heads);
      const ProjectiveOrder order(gold);
      for (const Root root : kRoots) {
        const std::vector<Node> components = maximal_projective_components(gold, root);
        for (Node x = 1; x <= words; ++x)
          for (Node y = x + 1; y <= words; ++y)
            CHECK(components[static_cast<std::size_t>(x)] != components[static_cast<std::size_t>(y)] ||
                  order.of(x) < order.of(y));
      }
    });
}
