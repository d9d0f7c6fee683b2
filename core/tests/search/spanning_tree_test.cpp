#include "search/spanning_tree.h"

#include <cmath>
#include <limits>
#include <random>

#include "test.h"
#include "trees.h"

namespace dodona {
namespace {

float total(const std::vector<float>& scores, const Heads& heads) {
  float sum = 0;
  for (std::size_t word = 0; word < heads.size(); ++word)
    sum += scores[word * (heads.size() + 1) + static_cast<std::size_t>(heads[word])];
  return sum;
}

// Whole numbers, so that sums are exact; few of them, so that there are ties and cycles.
std::vector<float> random_scores(std::size_t words, std::mt19937& random) {
  std::vector<float> scores(words * (words + 1));
  const std::size_t range = 2 + below(30, random);
  for (float& score : scores) score = static_cast<float>(below(range, random)) - 8.0F;
  return scores;
}

TEST(spanning_tree_is_best_of_all_trees) {
  std::mt19937 random(1);
  SpanningTree tree;
  for (std::int32_t words = 1; words <= 5; ++words) {
    std::vector<Heads> all;
    for_all_trees(words, [&](const Heads& heads) { all.push_back(heads); });
    for (int trial = 0; trial < 400; ++trial) {
      const auto scores = random_scores(static_cast<std::size_t>(words), random);
      for (const bool single_root : {false, true}) {
        float best = -std::numeric_limits<float>::infinity();
        for (const Heads& heads : all)
          if (!single_root || has_one_root(heads)) best = std::max(best, total(scores, heads));
        Heads heads(static_cast<std::size_t>(words));
        tree(scores, single_root, heads);
        CHECK(is_tree(heads));
        CHECK(!single_root || has_one_root(heads));
        CHECK(total(scores, heads) == best);
      }
    }
  }
}

TEST(spanning_tree_of_tree_scores_is_that_tree) {
  std::mt19937 random(2);
  SpanningTree tree;
  for (const std::int32_t words : {50, 300}) {
    const Heads wanted = random_tree(words, random, true);
    const std::size_t width = wanted.size() + 1;
    std::vector<float> scores(wanted.size() * width);
    for (float& score : scores) score = static_cast<float>(below(5, random));
    for (std::size_t word = 0; word < wanted.size(); ++word)
      scores[word * width + static_cast<std::size_t>(wanted[word])] = 5;
    Heads heads(wanted.size());
    for (const bool single_root : {false, true}) {
      tree(scores, single_root, heads);
      CHECK(heads == wanted);
    }
  }
}

TEST(spanning_trees_are_the_same_on_any_number_of_threads) {
  std::mt19937 random(3);
  std::vector<float> scores;
  std::vector<std::int64_t> begin{0};
  for (int sentence = 0; sentence < 100; ++sentence) {
    const std::size_t words = below(20, random);
    const auto own = random_scores(words, random);
    scores.insert(scores.end(), own.begin(), own.end());
    begin.push_back(begin.back() + static_cast<std::int64_t>(words));
  }
  const Heads alone = spanning_trees(scores, begin, true, 1);
  CHECK(alone == spanning_trees(scores, begin, true, 4));
  for (std::size_t i = 0; i + 1 < begin.size(); ++i) {
    const Heads heads(alone.begin() + begin[i], alone.begin() + begin[i + 1]);
    CHECK(is_tree(heads) && (heads.empty() || has_one_root(heads)));
  }
}

TEST(spanning_trees_refuse_what_does_not_match) {
  const std::vector<float> scores(6, 1.0F);
  const auto refuses = [&](std::vector<std::int64_t> begin) {
    return is_refused([&] { (void)spanning_trees(scores, begin, true, 1); });
  };
  CHECK(!refuses({0, 2}));
  CHECK(refuses({}) && refuses({1, 2}) && refuses({0, 1}) && refuses({0, 3}) && refuses({0, 3, 1}));
  for (const float wrong : {std::nanf(""), std::numeric_limits<float>::infinity()})
    CHECK(is_refused([&] {
      (void)spanning_trees(std::vector<float>{0, 0, wrong, 0, 0, 0}, std::vector<std::int64_t>{0, 2}, true, 1);
    }));
}

}  // namespace
}  // namespace dodona
