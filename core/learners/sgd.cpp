#include "learners/sgd.h"

#include <cmath>

#include "base/target_clones.h"

namespace dodona {
namespace {

DODONA_CLONES
void take_steps(float* weights, const std::size_t* begins, const float* values, std::size_t count, std::size_t columns,
                const float* steps, float times) {
  constexpr std::size_t kLanes = kRowLanes;
  for (std::size_t column = 0; column < columns; column += kLanes) {
    if (all_zero(steps + column)) continue;
    float step[kLanes];
    for (std::size_t lane = 0; lane < kLanes; ++lane) step[lane] = steps[column + lane] * times;
    for (std::size_t i = 0; i < count; ++i) {
      float* const row = weights + begins[i] + column;
      for (std::size_t lane = 0; lane < kLanes; ++lane) row[lane] -= step[lane] * values[i];
    }
  }
}

}  // namespace

void Sgd::change(const RegressionInputs& inputs, std::size_t columns, const float* errors, float importance) {
  const auto rate = static_cast<float>(rate_ * std::pow(changes_ + 1, -power_t_)) * importance;
  steps_.assign(errors, errors + columns);
  for (float& step : steps_) step *= rate;
  const Rows all = rows();
  take_steps(all.weights, inputs.begins.data(), inputs.values.data(), inputs.size(), columns, steps_.data(), 1);
  if (all.sums != nullptr)
    take_steps(all.sums, inputs.begins.data(), inputs.values.data(), inputs.size(), columns, steps_.data(), all.before);
}

}  // namespace dodona
