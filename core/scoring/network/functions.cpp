#include "scoring/network/functions.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/target_clones.h"

namespace dodona {
namespace {

// Half of 1 + tanh(x / 2), where tanh is a continued fraction (scoring/move_then_label/tanh.cpp).
DODONA_ALWAYS_INLINE float sigmoid(float x) {
  constexpr float kEnd = 4.97f;
  x = std::min(std::max(0.5f * x, -kEnd), kEnd);
  const float y = x * x;
  const float t = x * (135135 + y * (17325 + y * (378 + y))) / (135135 + y * (62370 + y * (3150 + y * 28)));
  return 0.5f + 0.5f * std::min(std::max(t, -1.0f), 1.0f);
}

// Added to a number below 2^22, it leaves its nearest integer in the lower bits.
constexpr float kRound = 12582912.0f;

constexpr std::size_t kLanes = 16;

// The sum of all lanes, in a fixed order.
DODONA_ALWAYS_INLINE float sum_of(float* lanes) {
  for (std::size_t half = kLanes / 2; half > 0; half /= 2)
    for (std::size_t i = 0; i < half; ++i) lanes[i] += lanes[i + half];
  return lanes[0];
}

}  // namespace

DODONA_WIDE_CLONES
float quantise(const float* numbers, std::size_t count, std::int8_t* rounded) {
  // Floats that are not negative are in the order of their bits.
  std::int32_t most = 0;
  for (std::size_t i = 0; i < count; ++i) most = std::max(most, std::bit_cast<std::int32_t>(numbers[i]) & 0x7FFFFFFF);
  const float greatest = std::bit_cast<float>(most);
  if (!(greatest >= 1e-30f)) {
    std::fill_n(rounded, count, std::int8_t{0});
    return 0;
  }
  const float factor = 127 / greatest;
  for (std::size_t i = 0; i < count; ++i)
    rounded[i] = static_cast<std::int8_t>(std::bit_cast<std::int32_t>(numbers[i] * factor + kRound) -
                                          std::bit_cast<std::int32_t>(kRound));
  return greatest / 127;
}

DODONA_WIDE_CLONES
void dequantise(const std::int32_t* sums, float unit, const float* scales, const float* bias, std::size_t count,
                float* values) {
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(sums[i]) * (unit * scales[i]) + bias[i];
}

DODONA_WIDE_CLONES
void gelu(float* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const float x = values[i];
    values[i] = x * sigmoid(1.5957691f * (x + 0.044715f * (x * x * x)));
  }
}

DODONA_WIDE_CLONES
void relu(float* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) values[i] = std::max(values[i], 0.0f);
}

DODONA_WIDE_CLONES
void add_row(const float* row, std::size_t count, float* values) {
  for (std::size_t i = 0; i < count; ++i) values[i] += row[i];
}

DODONA_WIDE_CLONES
void add_row(const std::int8_t* row, float scale, std::size_t count, float* values) {
  for (std::size_t i = 0; i < count; ++i) values[i] += scale * static_cast<float>(row[i]);
}

DODONA_WIDE_CLONES
void recurrence_step(const float* gates, const float* inputs, std::size_t count, float* state) {
  for (std::size_t i = 0; i < count; ++i) {
    const float z = sigmoid(gates[i]), x = inputs[i];
    const float small = sigmoid(x), g = x >= 0 ? x + 0.5f : small;
    state[i] += z * (g - state[i]);
  }
}

DODONA_WIDE_CLONES
void layer_norm(const float* weight, const float* bias, std::size_t count, float* values) {
  float lanes[kLanes] = {};
  for (std::size_t i = 0; i < count; i += kLanes)
    for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] += values[i + lane];
  const float mean = sum_of(lanes) / static_cast<float>(count);
  std::fill_n(lanes, kLanes, 0.0f);
  for (std::size_t i = 0; i < count; i += kLanes)
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const float x = values[i + lane] - mean;
      lanes[lane] += x * x;
    }
  const float factor = 1 / std::sqrt(sum_of(lanes) / static_cast<float>(count) + 1e-5f);
  for (std::size_t i = 0; i < count; ++i) values[i] = (values[i] - mean) * factor * weight[i] + bias[i];
}

}  // namespace dodona
