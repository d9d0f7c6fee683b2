// Parsing with a beam.
#include "search/nbest.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <vector>

#include "all_sequences.h"
#include "parser_fixture.h"
#include "test.h"

using namespace dodona;

namespace {

Parser trained_with(OracleChoice oracle, const TransitionSystem& system, const Treebank& train) {
  return trained(train, system, {.oracle = oracle, .tag = TagChoice::xpos});
}

// The score of greedy search for each sentence, which is that of a beam of 1. (It does not follow from the tree.)
std::vector<double> greedy_scores(const Parser& parser, const Treebank& treebank) {
  PlainScorer scorer(parser, treebank);
  std::vector<double> sums(treebank.sentences());
  plain_trees(parser, treebank, [&](std::size_t i, const Configuration& c, TransitionId best) {
    scorer.start(i);
    sums[i] += static_cast<double>(scorer.score(c)[best]) / parser.model().unit();
    return best;
  });
  return sums;
}

}  // namespace

TEST(nbest_trees_are_different_in_order_and_begin_with_the_parse) {
  std::mt19937 random(2011);
  const struct {
    TransitionSystem system;
    OracleChoice oracle;
  } kinds[] = {{ArcEager(Root::first, true), OracleChoice::dynamic},
               {ArcEager(Root::last), OracleChoice::static_},
               {ArcStandard(Root::last, true), OracleChoice::static_},
               {ArcHybrid(), OracleChoice::dynamic},
               {SwapStandard(), OracleChoice::lazy},
               {SwapHybrid(Root::last), OracleChoice::static_dynamic}};
  for (const auto& [system, oracle] : kinds) {
    const Treebank train = random_treebank(120, random, !system.moves().has(Move::swap)),
                   test = random_treebank(70, random);
    const Parser parser = trained_with(oracle, system, train);
    const std::vector<double> greedy_score = greedy_scores(parser, test);

    const Trees greedy = parser.trees(test, 1);
    const NBest one = nbest(parser, test, 5, {.beam = 1}, 2);
    CHECK(are_same(one.trees, greedy));
    // The bonus for SWAP has no effect in a beam of 1.
    const NBest worth_swapping = nbest(parser, test, 1, {.beam = 1, .temperature = 20, .swap_bonus = 100}, 2);
    CHECK(are_same(worth_swapping.trees, greedy));
    for (std::size_t i = 0; i < test.sentences(); ++i) {
      CHECK(one.counts[i] == 1);
      CHECK(std::abs(one.scores[i] - greedy_score[i]) < 1e-6);
    }

    const NBest found = nbest(parser, test, 5, {.beam = 12}, 1), again = nbest(parser, test, 5, {.beam = 12}, 3);
    CHECK(found.counts == again.counts && found.scores == again.scores && are_same(found.trees, again.trees));
    const Trees best = parser.trees(test, 2, {}, {.beam = 12});
    std::size_t tree = 0, word = 0;
    for (std::size_t i = 0; i < test.sentences(); ++i) {
      const std::size_t length = test.length(i);
      CHECK(found.counts[i] >= 1 && found.counts[i] <= 5);
      std::set<std::vector<std::int32_t>> different;
      for (std::int64_t rank = 0; rank < found.counts[i]; ++rank, ++tree, word += length) {
        std::vector<std::int32_t> both(found.trees.heads.begin() + static_cast<std::ptrdiff_t>(word),
                                       found.trees.heads.begin() + static_cast<std::ptrdiff_t>(word + length));
        if (rank == 0) CHECK(std::ranges::equal(both, std::span(best.heads).subspan(test.word_begin[i], length)));
        both.insert(both.end(), found.trees.labels.begin() + static_cast<std::ptrdiff_t>(word),
                    found.trees.labels.begin() + static_cast<std::ptrdiff_t>(word + length));
        different.insert(both);
        CHECK(rank == 0 || found.scores[tree - 1] >= found.scores[tree]);
      }
      CHECK(different.size() == static_cast<std::size_t>(found.counts[i]));
    }
    CHECK(tree == found.scores.size() && word == found.trees.heads.size());
    NBest taken = found;
    CHECK(with_nbest(parser, test, taken).sentences() == found.scores.size());
  }
}

// For a model trained on single decisions, the beam finds the most probable trees, not those with the highest scores.
TEST(at_a_temperature_the_best_trees_are_the_most_probable_ones) {
  std::mt19937 random(2013);
  std::size_t compared = 0;
  const struct {
    TransitionSystem system;
    OracleChoice oracle;
    float swap_bonus;
  } kinds[] = {{ArcEager(Root::first, true), OracleChoice::dynamic, 0},
               {ArcHybrid(), OracleChoice::dynamic, 0.5f},
               {SwapStandard(), OracleChoice::lazy, 0},
               {SwapStandard(), OracleChoice::lazy, 0.5f}};
  for (const auto& [system, oracle, swap_bonus] : kinds) {
    const Treebank train = random_treebank(80, random, !system.moves().has(Move::swap)),
                   all = random_treebank(200, random);
    Treebank test = all.without_sentences();  // so short that all sequences can be enumerated
    for (std::size_t i = 0; i < all.sentences(); ++i)
      if (all.length(i) <= 2) test.append(all, i);
    const Parser parser = trained_with(oracle, system, train);
    for (const float temperature : {1.0f, 20.0f}) {
      const SearchOptions search{.beam = 5'000, .temperature = temperature, .swap_bonus = swap_bonus};
      const NBest found = nbest(parser, test, 3, search, 2), again = nbest(parser, test, 3, search, 1);
      CHECK(found.scores == again.scores && found.trees.heads == again.trees.heads);
      const auto scorer = parser.model().scorers(test)();
      Distribution model(parser, *scorer, temperature);
      std::size_t tree = 0, word = 0;
      for (std::size_t i = 0; i < test.sentences(); ++i) {
        BestOfTrees best;
        Configuration c;
        parser.spec().system.start(c, static_cast<Node>(test.length(i)));
        scorer->start(i);
        follow_all(parser.spec(), model, c, 0, static_cast<double>(swap_bonus), best);
        std::vector<double> logarithms;
        for (const auto& [_, logarithm] : best) logarithms.push_back(logarithm);
        std::ranges::sort(logarithms, std::greater<>());
        for (std::int64_t rank = 0; rank < found.counts[i]; ++rank, ++tree, word += test.length(i)) {
          const auto first = static_cast<std::ptrdiff_t>(word),
                     last = static_cast<std::ptrdiff_t>(word + test.length(i));
          const auto own = best.find({{found.trees.heads.begin() + first, found.trees.heads.begin() + last},
                                      {found.trees.labels.begin() + first, found.trees.labels.begin() + last}});
          CHECK(own != best.end());
          // Very improbable trees underflow in one and not in the other.
          if (own == best.end() || found.scores[tree] < -50) continue;
          CHECK(std::abs(found.scores[tree] - own->second) < 1e-3);
          CHECK(std::abs(found.scores[tree] - logarithms[static_cast<std::size_t>(rank)]) < 1e-3);
          ++compared;
        }
      }
    }
  }
  CHECK(compared > 100);
}
