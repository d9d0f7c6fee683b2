#include "learners/hashed_perceptron.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "scoring/linear/hashed_weights.h"
#include "scoring/sum_rows.h"

namespace dodona {
namespace {

HashKernel kernel_for(std::size_t bits, std::size_t transitions) {
  if (bits < HashedWeights::kFewestBits || bits > HashedWeights::kMostBits)
    throw std::invalid_argument("a hash kernel has 12 to 26 bits");
  return HashedWeights::kernel_for(std::size_t{1} << bits, transitions);
}

}  // namespace

HashedPerceptron::HashedPerceptron(std::size_t transitions, std::size_t bits, std::size_t templates, float margin)
    : transitions_(transitions), templates_(templates), margin_(margin), kernel_(kernel_for(bits, transitions)),
      weights_(kernel_.size), sums_(kernel_.size) {}

void HashedPerceptron::score(const FeatureList& features, float* scores, Scratch& scratch) const {
  scratch.rows.resize(features.keys.size());
  for (std::size_t i = 0; i < features.size; ++i) {
    scratch.rows[i] = &weights_[kernel_.begin_of(features.keys[i])];
    prefetch_row(scratch.rows[i], kernel_.columns);
  }
  sum_rows(std::span(scratch.rows).first(features.size), kernel_.columns, scores);
}

void HashedPerceptron::update(const FeatureList& features, TransitionId better, TransitionId worse, float step) {
  for (std::size_t i = 0; i < features.size; ++i) {
    const std::size_t begin = kernel_.begin_of(features.keys[i]);
    add(begin + better, step);
    add(begin + worse, -step);
  }
}

double HashedPerceptron::score(const FeatureDifference& difference) const {
  double sum = 0;
  difference.for_each(
      [&](FeatureKey key, std::uint16_t, TransitionId transition, int times) {
        sum += static_cast<double>(weights_[kernel_.begin_of(key) + transition]) * times;
      },
      [&](FeatureKey key) { prefetch(&weights_[kernel_.begin_of(key)]); });
  return sum;
}

void HashedPerceptron::add(const FeatureDifference& difference, double step) {
  difference.for_each([&](FeatureKey key, std::uint16_t, TransitionId transition,
                          int times) { add(kernel_.begin_of(key) + transition, static_cast<float>(step * times)); },
                      [&](FeatureKey key) { prefetch(&weights_[kernel_.begin_of(key)]); });
}

HashedPerceptron::State HashedPerceptron::state() const {
  return {{sentences_}, {weights_.begin(), weights_.end()}, {sums_.begin(), sums_.end()}};
}

void HashedPerceptron::restore(const State& state, std::size_t) {
  const auto is_number = [](auto value) { return std::isfinite(value); };
  if (state.sentences.size() != 1 || state.weights.size() != weights_.size() || state.sums.size() != sums_.size() ||
      !std::ranges::all_of(state.weights, is_number) || !std::ranges::all_of(state.sums, is_number))
    throw std::invalid_argument("the saved training state does not fit together");
  sentences_ = state.sentences[0];
  std::ranges::copy(state.weights, weights_.begin());
  std::ranges::copy(state.sums, sums_.begin());
}

}  // namespace dodona
