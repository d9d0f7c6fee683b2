// Compares the errors of softmax-margin with the derivatives of its loss.
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "learners/reductions.h"
#include "test.h"

using namespace dodona;

namespace {

double loss(const std::vector<double>& predicted, const std::vector<float>& costs) {
  const float least = *std::ranges::min_element(costs);
  double all = 0, cheapest = 0;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    all += std::exp(static_cast<double>(costs[i] - least) - predicted[i]);
    if (costs[i] == least) cheapest += std::exp(-predicted[i]);
  }
  return std::log(all) - std::log(cheapest);
}

// The derivatives of the loss by each prediction.
std::vector<double> derivatives(const std::vector<float>& predicted, const std::vector<float>& costs) {
  constexpr double kStep = 1e-5;
  std::vector<double> found;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    std::vector<double> more(predicted.begin(), predicted.end()), less = more;
    more[i] += kStep;
    less[i] -= kStep;
    found.push_back((loss(more, costs) - loss(less, costs)) / (2 * kStep));
  }
  return found;
}

}  // namespace

TEST(softmax_margin_follows_its_loss_until_no_error_is_left) {
  std::mt19937 random(5);
  std::size_t wrong = 0, settled = 0, nearly = 0;
  for (int times = 0; times < 2000; ++times) {
    const std::size_t count = 2 + random() % 6;
    std::vector<Action> allowed;
    std::vector<float> predicted, costs, errors(count);
    for (std::size_t i = 0; i < count; ++i) {
      allowed.push_back(static_cast<Action>(i));
      costs.push_back(static_cast<float>(random() % 3));
      predicted.push_back(costs.back() * static_cast<float>(random() % 5) + static_cast<float>(random() % 100) / 100);
    }
    softmax_margin_errors(predicted.data(), allowed, costs.data(), errors.data());
    const std::vector<double> expected = derivatives(predicted, costs);
    const auto far = std::ranges::count_if(expected, [](double error) { return std::abs(error) >= double{kSettled}; });
    settled += far == 0;
    nearly += far == 1;  // one action, against several of the cheapest
    for (std::size_t i = 0; i < count; ++i)
      wrong += std::abs((far == 0 ? 0 : expected[i]) - static_cast<double>(errors[i])) > 1e-4;
  }
  CHECK(wrong == 0);
  CHECK(settled > 100 && nearly > 0);
}
