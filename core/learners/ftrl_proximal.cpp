#include "learners/ftrl_proximal.h"

#include <algorithm>
#include <cmath>

#include "base/target_clones.h"

namespace dodona {
namespace {

constexpr std::size_t kLanes = kRowLanes;

struct Rates {
  float alpha, beta, l1, l2;
};

DODONA_CLONES
void follow(float* weights, float* sums, float before, float* squares, float* gradients, const std::size_t* begins,
            const float* values, std::size_t count, std::size_t columns, const float* steps, const Rates& rates) {
  const auto [alpha, beta, l1, l2] = rates;
  for (std::size_t column = 0; column < columns; column += kLanes) {
    if (all_zero(steps + column)) continue;
    float step[kLanes];
    std::copy_n(steps + column, kLanes, step);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t begin = begins[i] + column;
      float change[kLanes];
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        float &w = weights[begin + lane], &n = squares[begin + lane], &z = gradients[begin + lane];
        const float g = step[lane] * values[i], more = n + g * g, root = std::sqrt(more),
                    sigma = (root - std::sqrt(n)) / alpha;
        z += g - sigma * w;
        n = more;
        // sign(z) max(0, |z| - λ1)
        const float left = std::max(std::abs(z) - l1, 0.0f);
        const float now = -std::copysign(left, z) / ((beta + root) / alpha + l2);
        change[lane] = now - w;
        w = now;
      }
      if (sums == nullptr) continue;
      for (std::size_t lane = 0; lane < kLanes; ++lane) sums[begin + lane] += change[lane] * before;
    }
  }
}

}  // namespace

void FtrlProximal::start_with(std::size_t place, float weight) {
  gradients_[place] = -weight * (beta_ / alpha_ + l2_) - (weight != 0 ? std::copysign(l1_, weight) : 0.0f);
  weights_[place] = weight;
}

void FtrlProximal::change(const RegressionInputs& inputs, std::size_t columns, const float* errors, float importance) {
  steps_.assign(errors, errors + columns);
  for (float& step : steps_) step *= importance;
  const Rows all = rows();
  follow(all.weights, all.sums, all.before, squares_.data(), gradients_.data(), inputs.begins.data(),
         inputs.values.data(), inputs.size(), columns, steps_.data(), {alpha_, beta_, l1_, l2_});
}

}  // namespace dodona
