// Compares lattices with exhaustive search.
#include "oracles/swap/lattice.h"

#include <random>

#include "derivations.h"
#include "oracles/swap/minimal.h"
#include "oracles/swap/swap_standard.h"
#include "test.h"

using namespace dodona;

namespace {

constexpr std::size_t kNoLimit = 1'000'000;

// The number of sequences from each configuration to the last.
std::vector<std::size_t> sequences(const Lattice& lattice) {
  std::vector<std::size_t> count(lattice.configurations());
  count.back() = 1;
  for (std::size_t i = lattice.transitions.size(); i-- > 0;)
    count[lattice.transitions[i].before] += count[lattice.transitions[i].after];
  return count;
}

// Enumerates the sequences that derive a tree and swap only words that are out of projective order.
struct All {
  All(const TransitionSystem& system, const Gold& gold) : system_(system), derivations_(system, gold, may(gold)) {
    follow(derivations_.start());
  }

  std::unordered_set<std::u32string> seen;
  std::size_t transitions = 0, sequences = 0;

 private:
  // Visits every configuration once per sequence, and counts its transitions the first time.
  void follow(const Configuration& c) {
    const bool is_new = seen.insert(key_of(c)).second;
    if (system_.finished(c)) {
      ++sequences;
      return;
    }
    const std::vector<Move> moves = moves_of(derivations_.good(c));
    if (is_new) transitions += moves.size();
    for (const Move move : moves) follow(after(system_, c, move));
  }

  struct May {
    ProjectiveOrder order;
    bool operator()(const Configuration& c, Move move) const {
      return move != Move::swap || order.of(c.stack(0)) < order.of(c.stack(1));
    }
  };
  static May may(const Gold& gold) { return {ProjectiveOrder(gold)}; }

  TransitionSystem system_;
  Derivations<May> derivations_;
};

void check(const Heads& heads, Root root) {
  const Gold gold = gold_tree(heads);
  const auto lattice = lattice_of(gold, root, nd_all_moves, kNoLimit);
  CHECK(lattice.has_value());
  const All all(SwapStandard(root), gold);
  CHECK(lattice->configurations() == all.seen.size());
  CHECK(lattice->transitions.size() == all.transitions);
  CHECK(sequences(*lattice)[0] == all.sequences);
  const std::size_t fewest = minimal_derivation(gold, root, ProjectiveOrder(gold)).swaps;
  CHECK(lattice->fewest_swaps == fewest);

  const auto narrow = lattice_of(gold, root, nd_sw_moves, kNoLimit);
  CHECK(narrow && narrow->configurations() <= lattice->configurations() && narrow->fewest_swaps == fewest);

  // Every transition leads to a later column, and one of those into each configuration comes from the column before.
  std::vector<Lattice::Place> columns(lattice->configurations());
  for (const auto& made : lattice->transitions) {
    CHECK(made.before < made.after && lattice->columns[made.before] < lattice->columns[made.after]);
    columns[made.after] = std::max(columns[made.after], lattice->columns[made.before] + 1);
  }
  CHECK(columns == lattice->columns);
  // The end is reachable from every configuration.
  for (const std::size_t ways : sequences(*lattice)) CHECK(ways > 0);
  CHECK(std::ranges::count(lattice->columns, lattice->columns.back()) == 1);

  CHECK(!lattice_of(gold, root, nd_all_moves, lattice->configurations() - 1));
  CHECK(lattice_of(gold, root, nd_all_moves, lattice->configurations()).has_value());
}

}  // namespace

TEST(lattices_contain_every_derivation) {
  for (Node words = 1; words <= 4; ++words)
    for_all_trees(words, [](const Heads& heads) {
      for (const Root root : {Root::first, Root::last}) check(heads, root);
    });
  std::mt19937 random(7);
  for (Node words = 5; words <= 7; ++words)
    for (int i = 0; i < 20; ++i)
      for (const Root root : {Root::first, Root::last}) check(random_tree(words, random), root);
}

TEST(lattices_of_projective_trees_are_those_of_arc_standard) {
  std::mt19937 random(7);
  for (int i = 0; i < 20; ++i) {
    const Gold gold = gold_tree(random_projective_tree(7, random));
    for (const Root root : {Root::first, Root::last}) {
      const auto lattice = lattice_of(gold, root, nd_all_moves, kNoLimit);
      const All all(ArcStandard(root), gold);
      CHECK(lattice && lattice->configurations() == all.seen.size());
      CHECK(lattice->transitions.size() == all.transitions && sequences(*lattice)[0] == all.sequences);
      CHECK(lattice->fewest_swaps == 0);
    }
  }
}

TEST(lattices_of_the_figures) {
  // Figure 2, "John likes Mary": as in the paper, SH four times, LA twice and RA three times.
  const auto figure_2 = lattice_of(gold_tree({2, 0, 2}), Root::first, nd_all_moves, kNoLimit);
  CHECK(figure_2 && figure_2->configurations() == 9 && sequences(*figure_2)[0] == 2);
  const auto count = [&](Move move) {
    return std::ranges::count(figure_2->transitions, move, &Lattice::Transition::move);
  };
  CHECK(count(Move::shift) == 4 && count(Move::left_arc) == 2 && count(Move::right_arc) == 3 &&
        figure_2->transitions.size() == 9);
  // Figure 4, "Ausgelöst wurde sie durch Intel".
  const auto figure_4 = lattice_of(gold_tree({2, 0, 2, 1, 4}), Root::first, nd_all_moves, kNoLimit);
  CHECK(figure_4 && figure_4->configurations() == 37 && figure_4->transitions.size() == 42);
  CHECK(sequences(*figure_4)[0] == 9);
}

TEST(lattices_of_empty_and_of_too_large_sentences) {
  const auto empty = lattice_of(gold_tree({}), Root::first, nd_all_moves, 1);
  CHECK(empty && empty->configurations() == 1 && empty->transitions.empty());
  CHECK(!lattice_of(gold_tree({0}), Root::first, nd_all_moves, 0));
  // A root with dependents on both sides: each left one may be attached before or after any of the right ones.
  Heads heads(40, 21);
  heads[20] = 0;
  int calls = 0;
  CHECK(!lattice_of(gold_tree(heads), Root::first, nd_all_moves, 400, [&] { ++calls; }));
  CHECK(calls == 2);
}
