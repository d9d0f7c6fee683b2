// Properties of all update rules of regressions.
#include "learners/regression_weights.h"

#include <cmath>
#include <random>
#include <vector>

#include "test.h"

using namespace dodona;

namespace {

constexpr std::size_t kColumns = kRowLanes, kRows = 4;

UpdateOptions with_averages(UpdateRule rule) {
  UpdateOptions options;
  options.rule = rule;
  options.rate = 0.1;
  options.alpha = 0.1;
  options.l1 = 0.01;
  options.averages = true;
  return options;
}

}  // namespace

TEST(averages_of_every_rule_are_those_over_all_examples) {
  for (const UpdateRule rule : {UpdateRule::sgd, UpdateRule::sgd_plus, UpdateRule::ftrl}) {
    std::mt19937 random(3);
    const auto weights = regression_weights(kRows * kColumns, with_averages(rule));
    const auto some = [&](int most) {  // from -most to most
      return static_cast<float>(static_cast<int>(random() % static_cast<unsigned>(2 * most + 1)) - most);
    };
    std::vector<double> sums(weights->size());
    constexpr int kExamples = 40;
    for (int example = 1; example <= kExamples; ++example) {
      RegressionInputs inputs;
      for (std::size_t row = 0; row < kRows; ++row)
        inputs.add(row * kColumns, some(4) * static_cast<float>(example) / 20);  // scales grow
      std::vector<float> errors(kColumns);
      for (float& error : errors) error = some(3) / 4;
      weights->learn(inputs, kColumns, errors.data(), 1);
      for (std::size_t place = 0; place < sums.size(); ++place)
        sums[place] += static_cast<double>(weights->weight(place));
    }
    std::size_t wrong = 0, moved = 0;
    for (std::size_t place = 0; place < sums.size(); ++place) {
      wrong += std::abs(sums[place] / kExamples - static_cast<double>(weights->average(place))) > 1e-4;
      moved += std::abs(sums[place] / kExamples - static_cast<double>(weights->weight(place))) > 1e-2;
    }
    CHECK(wrong == 0);
    CHECK(moved > sums.size() / 2);
  }
}

TEST(an_initial_weight_stays_if_nothing_is_learnt) {
  for (const UpdateRule rule : {UpdateRule::sgd, UpdateRule::sgd_plus, UpdateRule::ftrl}) {
    UpdateOptions options = with_averages(rule);
    options.l2 = 0.3;
    const auto weights = regression_weights(kColumns, options);
    weights->start_with(0, 0.5f);
    weights->start_with(1, -0.25f);
    RegressionInputs inputs;
    inputs.add(0, 1);
    std::vector<float> errors(kColumns);
    errors[2] = 1;
    weights->learn(inputs, kColumns, errors.data(), 1);
    CHECK(std::abs(weights->weight(0) - 0.5f) < 1e-6f && std::abs(weights->weight(1) + 0.25f) < 1e-6f);
    CHECK(weights->weight(2) < 0 && weights->weight(3) == 0);
  }
}
