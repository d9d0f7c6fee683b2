// Parsing best-first, with a trained parser.
#include "search/most_probable.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "all_sequences.h"
#include "all_systems.h"
#include "parser_fixture.h"
#include "search/nbest.h"
#include "test.h"

using namespace dodona;

namespace {

constexpr float kTemperature = 10;
constexpr std::size_t kEnough = 100'000;

Treebank up_to(Node length, const Treebank& treebank) {
  Treebank some = treebank.without_sentences();
  for (std::size_t i = 0; i < treebank.sentences(); ++i)
    if (treebank.length(i) <= static_cast<std::size_t>(length)) some.append(treebank, i);
  return some;
}

// The probability of the most probable sequence of a sentence, by enumeration, and that of the given tree.
struct Best {
  double of_all, of_tree;
};
Best enumerated(const Parser& parser, const Treebank& treebank, std::size_t i, const Trees& trees, Scorer& scorer) {
  Distribution model(parser, scorer, kTemperature);
  Configuration c;
  parser.spec().system.start(c, static_cast<Node>(treebank.length(i)));
  scorer.start(i);
  BestOfTrees best;
  follow_all(parser.spec(), model, c, 0, 0, best);
  const auto first = static_cast<std::ptrdiff_t>(treebank.word_begin[i]),
             last = first + static_cast<std::ptrdiff_t>(treebank.length(i));
  const auto own = best.find({{trees.heads.begin() + first, trees.heads.begin() + last},
                              {trees.labels.begin() + first, trees.labels.begin() + last}});
  double most = -std::numeric_limits<double>::infinity();
  for (const auto& [_, logarithm] : best) most = std::max(most, logarithm);
  return {most, own == best.end() ? -std::numeric_limits<double>::infinity() : own->second};
}

template <class F>
void for_parsers(F visit) {
  std::mt19937 random(2013);
  for (const SystemChoice choice : all_choices())
    for (const Root root : {Root::first, Root::last}) {
      const TransitionSystem system(choice, root, root == Root::first);
      const bool swaps = system.moves().has(Move::swap);
      for (const bool labelled : {false, true}) {
        Treebank train = random_treebank(80, random, !swaps), test = random_treebank(60, random, !swaps);
        if (!labelled) train = without_labels(train);
        const Node longest = labelled ? 2 : swaps ? 4 : 5;  // so short that all sequences can be enumerated
        visit(trained(train, system), up_to(longest, test), test);
      }
    }
}

}  // namespace

TEST(the_most_probable_trees_are_those_of_an_enumeration) {
  std::size_t improved = 0, compared = 0;
  for_parsers([&](const Parser& parser, const Treebank& test, const Treebank&) {
    const MostProbable found = most_probable(parser, test, kEnough, {.temperature = kTemperature}, 2);
    const auto scorer = parser.model().scorers(test)();
    for (std::size_t i = 0; i < test.sentences(); ++i) {
      CHECK(found.proven[i]);
      const Best best = enumerated(parser, test, i, found.trees, *scorer);
      if (best.of_all < -50) continue;  // very improbable trees underflow in one and not in the other
      CHECK(std::abs(found.scores[i] - best.of_all) < 1e-3);
      CHECK(std::abs(best.of_tree - best.of_all) < 1e-3);
      ++compared;
    }
    // As does a beam so wide that nothing falls out of it.
    const NBest wide = nbest(parser, test, 1, {.beam = 20'000, .temperature = kTemperature}, 2);
    for (std::size_t i = 0; i < test.sentences(); ++i) CHECK(std::abs(found.scores[i] - wide.scores[i]) < 1e-6);
    const NBest greedy = nbest(parser, test, 1, {.beam = 1, .temperature = kTemperature}, 2);
    for (std::size_t i = 0; i < test.sentences(); ++i) improved += found.scores[i] > greedy.scores[i] + 1e-3;
  });
  CHECK(compared > 200);
  CHECK(improved > 20);
}

TEST(where_best_first_search_gives_up_the_tree_is_the_beams) {
  std::size_t proven = 0, unproven = 0;
  for_parsers([&](const Parser& parser, const Treebank&, const Treebank& test) {
    for (const std::size_t beam : {1u, 3u}) {
      const SearchOptions search{.beam = beam, .temperature = kTemperature};
      const NBest of_beam = nbest(parser, test, 1, search, 1);
      std::vector<std::uint8_t> before(test.sentences());
      std::vector<double> scores(test.sentences());
      for (const std::size_t most : {1u, 20u, 400u}) {
        const MostProbable found = most_probable(parser, test, most, search, 1);
        const MostProbable again = most_probable(parser, test, most, search, 3);
        CHECK(are_same(found.trees, again.trees) && found.scores == again.scores && found.proven == again.proven &&
              found.scored == again.scored);
        for (std::size_t i = 0; i < test.sentences(); ++i) {
          const auto part = [&](const std::vector<std::int32_t>& column) {
            return std::span(column).subspan(test.word_begin[i], test.length(i));
          };
          ++(found.proven[i] ? proven : unproven);
          CHECK(found.scores[i] >= of_beam.scores[i]);
          if (!found.proven[i] || found.scores[i] == of_beam.scores[i])
            CHECK(std::ranges::equal(part(found.trees.heads), part(of_beam.trees.heads)) &&
                  std::ranges::equal(part(found.trees.labels), part(of_beam.trees.labels)));
          // With more hypotheses, what was proven stays.
          CHECK(!before[i] || (found.proven[i] && found.scores[i] == scores[i]));
          before[i] = found.proven[i];
          scores[i] = found.scores[i];
        }
      }
    }
  });
  CHECK(proven > 100 && unproven > 100);
}
