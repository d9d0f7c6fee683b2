#include "learners/hashed_rows.h"

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

HashedRows::HashedRows(std::size_t transitions, std::size_t bits, std::size_t templates)
    : transitions_(transitions), templates_(templates), kernel_(kernel_for(bits, transitions)), weights_(kernel_.size),
      sums_(kernel_.size) {}

void HashedRows::score(const FeatureList& features, float* scores, Scratch& scratch) const {
  scratch.rows.resize(features.keys.size());
  for (std::size_t i = 0; i < features.size; ++i) {
    scratch.rows[i] = &weights_[kernel_.begin_of(features.keys[i])];
    prefetch_row(scratch.rows[i], kernel_.columns);
  }
  sum_rows(std::span(scratch.rows).first(features.size), kernel_.columns, scores);
}

void HashedRows::save(NamedArrays& arrays) const {
  arrays.emplace("weights", std::vector<float>(weights_.begin(), weights_.end()));
  arrays.emplace("sums", std::vector<double>(sums_.begin(), sums_.end()));
}

void HashedRows::restore(const NamedViews& arrays, std::size_t) {
  const auto take = [&]<class T>(const char* name, HugeVector<T>& values) {
    const auto saved = array_named<T>(arrays, name);
    if (saved.size() != values.size() || !std::ranges::all_of(saved, [](T value) { return std::isfinite(value); }))
      throw std::invalid_argument("the saved training state does not fit together");
    std::ranges::copy(saved, values.begin());
  };
  take("weights", weights_);
  take("sums", sums_);
}

}  // namespace dodona
