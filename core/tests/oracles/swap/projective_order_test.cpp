// Orders in which a tree is projective.
#include "oracles/swap/projective_order.h"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>

#include "derivations.h"
#include "test.h"
#include "transitions/swap_standard.h"

using namespace dodona;

namespace {

using Row = std::vector<Node>;  // words, from left to right

Row row_of(const ProjectiveOrder& order, Row words) {
  std::ranges::sort(words, {}, [&](Node word) { return order.of(word); });
  return words;
}

Row text(Node words) {
  Row row(static_cast<std::size_t>(words));
  std::iota(row.begin(), row.end(), 1);
  return row;
}

// Whether a tree is projective if its words are in this order.
bool is_projective_in(const Heads& heads, const Row& row) {
  std::vector<Node> place(row.size() + 1);
  for (std::size_t i = 0; i < row.size(); ++i) place[static_cast<std::size_t>(row[i])] = static_cast<Node>(i) + 1;
  Heads moved;
  for (const Node word : row)
    moved.push_back(place[static_cast<std::size_t>(heads[static_cast<std::size_t>(word) - 1])]);
  return is_projective_tree(moved);
}

std::size_t out_of_order(const Row& row) {
  std::size_t pairs = 0;
  for (auto word = row.begin(); word != row.end(); ++word)
    pairs += static_cast<std::size_t>(std::count_if(word + 1, row.end(), [&](Node later) { return later < *word; }));
  return pairs;
}

// Tries all orders.
std::size_t fewest_out_of_order(const Heads& heads) {
  Row row = text(static_cast<Node>(heads.size()));
  std::size_t fewest = row.size() * row.size();
  do {
    if (is_projective_in(heads, row)) fewest = std::min(fewest, out_of_order(row));
  } while (std::ranges::next_permutation(row).found);
  return fewest;
}

}  // namespace

TEST(a_tree_is_projective_in_both_orders_and_the_nearest_is_nearer) {
  std::size_t in_order = 0, nearest = 0;
  const auto check = [&](const Heads& heads) {
    const Gold gold = gold_tree(heads);
    const Row all = text(gold.words()), one = row_of(ProjectiveOrder(gold), all),
              other = row_of(ProjectiveOrder::nearest(gold), all);
    CHECK(is_projective_in(heads, one) && is_projective_in(heads, other));
    CHECK(out_of_order(other) <= out_of_order(one));
    if (is_projective_tree(heads)) CHECK(one == all && other == all);
    in_order += out_of_order(one);
    nearest += out_of_order(other);
  };
  for (Node words = 1; words <= 6; ++words) for_all_trees(words, check);
  std::mt19937 random(2009);
  for (Node words = 7; words <= 60; ++words)
    for (int times = 0; times < 20; ++times) check(random_tree(words, random, true));
  std::printf("       pairs out of order: %zu in-order, %zu in the nearest\n", in_order, nearest);
  CHECK(nearest < in_order);
}

// The search exchanges neighbours only if that is a gain by itself, so it may miss a gain of two exchanges.
TEST(another_order_is_rarely_nearer) {
  std::size_t trees = 0, missed = 0;
  for (Node words = 1; words <= 5; ++words)
    for_all_trees(words, [&](const Heads& heads) {
      const Gold gold = gold_tree(heads);
      const bool is_best =
          out_of_order(row_of(ProjectiveOrder::nearest(gold), text(words))) == fewest_out_of_order(heads);
      if (words < 5) CHECK(is_best);
      ++trees;
      missed += !is_best;
    });
  std::printf("       %zu of %zu trees\n", missed, trees);
  CHECK(missed <= 2);
}

// A clause of three words whose verb follows the root's other dependent: the in-order traversal moves the clause, the
// nearest order only its verb.
TEST(the_nearest_order_moves_one_word_and_not_three) {
  const Heads heads{5, 1, 1, 0, 4};
  const Gold gold = gold_tree(heads);
  CHECK((row_of(ProjectiveOrder(gold), text(5)) == Row{4, 1, 2, 3, 5}));
  CHECK((row_of(ProjectiveOrder::nearest(gold), text(5)) == Row{1, 2, 3, 5, 4}));
}

// Words that were swapped keep their new positions.
TEST(the_nearest_order_of_a_configuration_is_that_of_its_words) {
  std::mt19937 random(2015);
  for (int times = 0; times < 500; ++times) {
    const Heads heads = random_tree(7, random, true);
    const Gold gold = gold_tree(heads);
    const SwapStandard system(Root::first, true);
    Configuration c;
    system.start(c, gold.words());
    // Only SHIFT and SWAP: no word is removed.
    for (int steps = 0; steps < 12; ++steps) {
      const MoveSet legal = system.legal(c);
      const bool swap = legal.has(Move::swap) && (random() % 2 == 0 || !legal.has(Move::shift));
      if (!swap && !legal.has(Move::shift)) break;
      system.apply(c, swap ? Move::swap : Move::shift, 0);
    }
    Row standing(c.stack().begin() + 1, c.stack().end());
    for (std::size_t i = 0; i < c.buffer_size(); ++i) standing.push_back(c.buffer(i));
    // The same tree with its words numbered in their current order.
    std::vector<Node> number(8);
    for (std::size_t i = 0; i < standing.size(); ++i)
      number[static_cast<std::size_t>(standing[i])] = static_cast<Node>(i) + 1;
    Heads renumbered;
    for (const Node word : standing) renumbered.push_back(number[static_cast<std::size_t>(gold.head(word))]);
    Row expected;
    const Gold moved = gold_tree(renumbered);
    for (const Node word : row_of(ProjectiveOrder::nearest(moved), text(7)))
      expected.push_back(standing[static_cast<std::size_t>(word) - 1]);
    CHECK(row_of(ProjectiveOrder::nearest(gold, c), standing) == expected);
  }
}
