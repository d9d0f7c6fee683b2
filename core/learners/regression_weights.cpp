#include "learners/regression_weights.h"

#include <algorithm>
#include <cmath>

#include "base/target_clones.h"
#include "learners/ftrl_proximal.h"
#include "learners/sgd.h"
#include "learners/sgd_plus.h"

namespace dodona {
namespace {

constexpr std::size_t kLanes = kRowLanes;

DODONA_CLONES
void add_rows_times_values(const float* weights, const std::size_t* begins, const float* values, std::size_t count,
                           std::size_t columns, float* sums) {
  for (std::size_t column = 0; column < columns; column += kLanes) {
    float sum[kLanes] = {};
    for (std::size_t i = 0; i < count; ++i) {
      const float* const row = weights + begins[i] + column;
      const float value = values[i];
      for (std::size_t lane = 0; lane < kLanes; ++lane) sum[lane] += row[lane] * value;
    }
    std::copy_n(sum, kLanes, sums + column);
  }
}

}  // namespace

void RegressionWeights::predict(const RegressionInputs& inputs, std::size_t columns, float* sums) const {
  add_rows_times_values(weights_.data(), inputs.begins.data(), inputs.values.data(), inputs.size(), columns, sums);
}

void RegressionWeights::save(Saved& to) const {
  // The lists give mutable access; here they are only read.
  auto& self = const_cast<RegressionWeights&>(*this);
  for (const double* const counter : self.counters()) to.counters.push_back(*counter);
  for (const HugeVector<float>* const array : self.arrays())
    to.values.insert(to.values.end(), array->begin(), array->end());
}

void RegressionWeights::restore(const SavedView& from, std::size_t& counter, std::size_t& value) {
  const auto check = [](bool fits) {
    if (!fits) throw std::invalid_argument("the saved training state does not fit together");
  };
  for (double* const to : counters()) {
    check(counter < from.counters.size() && std::isfinite(from.counters[counter]) && from.counters[counter] >= 0);
    *to = from.counters[counter++];
  }
  for (HugeVector<float>* const to : arrays()) {
    check(from.values.size() - value >= to->size());
    const auto begin = from.values.begin() + static_cast<std::ptrdiff_t>(value),
               end = begin + static_cast<std::ptrdiff_t>(to->size());
    check(std::all_of(begin, end, [](float number) { return std::isfinite(number); }));
    std::copy(begin, end, to->begin());
    value += to->size();
  }
}

std::unique_ptr<RegressionWeights> regression_weights(std::size_t size, const UpdateOptions& options) {
  switch (options.rule) {
    case UpdateRule::sgd: return std::make_unique<Sgd>(size, options);
    case UpdateRule::sgd_plus: return std::make_unique<SgdPlus>(size, options);
    case UpdateRule::ftrl: break;
  }
  return std::make_unique<FtrlProximal>(size, options);
}

}  // namespace dodona
