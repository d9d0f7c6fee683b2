// Compares the linear scorer with plain sums of the weights of all features.
#include "scoring/linear/linear_model.h"

#include <random>

#include "parser_fixture.h"
#include "test.h"

using namespace dodona;

TEST(a_parser_with_indexed_templates_and_partial_sums_makes_the_trees_of_plain_greedy_search) {
  std::mt19937 random(2013);
  const Treebank train = random_treebank(150, random), test = random_treebank(100, random);
  for (const Root root : {Root::first, Root::last, Root::none}) {
    const Parser parser = trained(train, ArcEager(root, false), {.epochs = 3, .tag = TagChoice::xpos});
    for (const Treebank* treebank : {&train, &test}) {
      const Trees fast = parser.trees(*treebank, 1);
      CHECK(are_same(parser.trees(*treebank, 3), fast));
      CHECK(are_same(plain_trees(parser, *treebank), fast));
    }
  }
}
