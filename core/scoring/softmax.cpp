#include "scoring/softmax.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace dodona {

float exp_of_negative(float x) {
  // Cephes' expf: e^x = 2^n e^r, where r is at most half a logarithm of 2 and e^r a polynomial.
  constexpr float kLog2e = 1.44269504088896341f, kHigh = 0.693359375f, kLow = -2.12194440e-4f;
  constexpr float kLeast = -87.0f;  // what comes below has no place in a float
  const float bounded = std::max(x, kLeast);
  const auto n = static_cast<std::int32_t>(bounded * kLog2e - 0.5f);
  const float whole = static_cast<float>(n);
  const float r = (bounded - whole * kHigh) - whole * kLow;
  float sum = 1.9875691500e-4f;
  sum = sum * r + 1.3981999507e-3f;
  sum = sum * r + 8.3334519073e-3f;
  sum = sum * r + 4.1665795894e-2f;
  sum = sum * r + 1.6666665459e-1f;
  sum = sum * r + 5.0000001201e-1f;
  sum = (sum * (r * r) + r) + 1.0f;
  const float power = std::bit_cast<float>((n + 127) << 23);
  return x < kLeast ? 0.0f : sum * power;
}

void softmax(const float* scores, std::span<const TransitionRange> legal, float* probabilities) {
  float highest = std::numeric_limits<float>::lowest(), sum = 0;
  for (const TransitionRange range : legal)
    for (TransitionId id = range.begin; id < range.end; ++id) highest = std::max(highest, scores[id]);
  for (const TransitionRange range : legal)
    for (TransitionId id = range.begin; id < range.end; ++id) probabilities[id] = exp_of_negative(scores[id] - highest);
  for (const TransitionRange range : legal)
    for (TransitionId id = range.begin; id < range.end; ++id) sum += probabilities[id];
  for (const TransitionRange range : legal)
    for (TransitionId id = range.begin; id < range.end; ++id) probabilities[id] /= sum;
}

void softmax(const float* scores, std::span<const TransitionId> among, float* probabilities) {
  float highest = std::numeric_limits<float>::lowest(), sum = 0;
  for (const TransitionId id : among) highest = std::max(highest, scores[id]);
  for (std::size_t i = 0; i < among.size(); ++i) sum += probabilities[i] = exp_of_negative(scores[among[i]] - highest);
  for (std::size_t i = 0; i < among.size(); ++i) probabilities[i] /= sum;
}

}  // namespace dodona
