#include "learners/sgd_plus.h"

#include <algorithm>
#include <cmath>

#include "base/target_clones.h"

namespace dodona {
namespace {

constexpr std::size_t kLanes = kRowLanes;

// G += h (error x)², r = Σ x² / (s √G). `gradients` are errors times √h, `scaled` are x / s.
DODONA_CLONES
void add_squares(float* squares, const std::size_t* begins, const float* values, const float* scaled, std::size_t count,
                 std::size_t columns, const float* gradients, float* reach) {
  for (std::size_t column = 0; column < columns; column += kLanes) {
    float sum[kLanes] = {}, gradient[kLanes];
    if (all_zero(gradients + column)) {
      std::copy_n(sum, kLanes, reach + column);
      continue;
    }
    std::copy_n(gradients + column, kLanes, gradient);
    for (std::size_t i = 0; i < count; ++i) {
      float* const row = squares + begins[i] + column;
      const float value = values[i], scaled_value = scaled[i] * value;
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const float g = gradient[lane] * value, square = row[lane] + g * g;
        row[lane] = square;
        sum[lane] += square > 0 ? scaled_value / std::sqrt(square) : 0.0f;
      }
    }
    std::copy_n(sum, kLanes, reach + column);
  }
}

// w -= step x / (s √G), and as much times `before` for the averages, if there are sums for them
DODONA_CLONES
void take_steps(float* weights, float* sums, float before, const float* squares, const std::size_t* begins,
                const float* scaled, std::size_t count, std::size_t columns, const float* steps) {
  for (std::size_t column = 0; column < columns; column += kLanes) {
    if (all_zero(steps + column)) continue;
    float step[kLanes];
    std::copy_n(steps + column, kLanes, step);
    for (std::size_t i = 0; i < count; ++i) {
      float* const row = weights + begins[i] + column;
      const float* const square = squares + begins[i] + column;
      float change[kLanes];
      for (std::size_t lane = 0; lane < kLanes; ++lane)
        change[lane] = square[lane] > 0 ? step[lane] * scaled[i] / std::sqrt(square[lane]) : 0.0f;
      for (std::size_t lane = 0; lane < kLanes; ++lane) row[lane] -= change[lane];
      if (sums == nullptr) continue;
      float* const sum = sums + begins[i] + column;
      for (std::size_t lane = 0; lane < kLanes; ++lane) sum[lane] -= change[lane] * before;
    }
  }
}

}  // namespace

void SgdPlus::shrink(std::size_t begin, std::size_t columns, float factor) {
  for (std::size_t place = begin; place < begin + columns; ++place) {
    if (!sums_.empty()) sums_[place] += weights_[place] * (factor - 1) * static_cast<float>(averaged_);
    weights_[place] *= factor;
  }
}

void SgdPlus::change(const RegressionInputs& inputs, std::size_t columns, const float* errors, float importance) {
  const std::size_t count = inputs.size();
  scaled_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const float value = inputs.values[i], size = std::abs(value);
    float& scale = scales_[inputs.begins[i]];
    if (size > scale) {
      if (scale > 0) shrink(inputs.begins[i], columns, scale / size);
      scale = size;
    }
    scaled_[i] = scale > 0 ? value / scale : 0.0f;
    norms_ += static_cast<double>(scaled_[i]) * static_cast<double>(scaled_[i]);
  }
  const double examples = changes_ + 1;
  if (norms_ == 0) return;

  steps_.assign(errors, errors + columns);
  reach_.resize(columns);
  const float root = std::sqrt(importance);
  for (float& gradient : steps_) gradient *= root;
  add_squares(squares_.data(), inputs.begins.data(), inputs.values.data(), scaled_.data(), count, columns,
              steps_.data(), reach_.data());
  const double rate = rate_ * static_cast<double>(importance) * std::sqrt(examples / norms_);
  for (std::size_t column = 0; column < columns; ++column) {
    const auto reach = static_cast<double>(reach_[column]);
    steps_[column] =
        reach > 0 ? static_cast<float>(static_cast<double>(errors[column]) * -std::expm1(-rate * reach) / reach) : 0.0f;
  }
  const Rows all = rows();
  take_steps(all.weights, all.sums, all.before, squares_.data(), inputs.begins.data(), scaled_.data(), count, columns,
             steps_.data());
}

}  // namespace dodona
