// The difference of two derivations' features.
#include "learners/feature_difference.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <utility>

#include "learners/averaged_perceptron.h"
#include "test.h"

using namespace dodona;

TEST(equal_features_cancel_out_in_a_difference) {
  std::mt19937 random(9);
  FeatureDifference difference;
  std::map<std::pair<FeatureKey, TransitionId>, int> expected;
  for (int round = 0; round < 3; ++round) {
    difference.clear();
    expected.clear();
    for (int times = 0; times < 400; ++times) {
      FeatureList list(5);
      const auto transition = static_cast<TransitionId>(random() % 6);
      const int change = random() % 2 == 0 ? 1 : -1;
      for (list.size = 0; list.size < 5; ++list.size) {
        list.keys[list.size] = (random() % 40 + 1) * 0x9E3779B97F4A7C15u | 1;
        expected[{list.keys[list.size], transition}] += change;
      }
      difference.add(list, transition, change);
    }
    double norm = 0;
    for (const auto& [feature, times] : expected) norm += times * times;
    CHECK(difference.squared_norm() == norm);
    std::size_t found = 0, wrong = 0;
    difference.for_each(
        [&](FeatureKey key, std::uint16_t, TransitionId transition, int times) {
          ++found;
          wrong += expected[{key, transition}] != times;
        },
        [](FeatureKey) {});
    CHECK(wrong == 0);
    CHECK(found ==
          static_cast<std::size_t>(std::ranges::count_if(expected, [](const auto& each) { return each.second != 0; })));

    // The passive-aggressive step restores the margin.
    AveragedPerceptron learner(6);
    learner.add(difference, -0.01);
    const double loss = 1 - learner.score(difference);
    CHECK(std::abs(loss - (1 + 0.01 * norm)) < 1e-3);
    learner.add(difference, loss / norm);
    CHECK(std::abs(learner.score(difference) - 1) < 1e-3);
  }
}
