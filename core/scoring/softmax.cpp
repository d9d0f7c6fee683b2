#include "scoring/softmax.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/target_clones.h"

namespace dodona {
namespace {

constexpr float kLeast = -87.0f;  // the exponential of less is not a normal float

// Replaces x >= kLeast, a float or a vector of them, by its exponential; NaN, which no integer can be made of, is not.
// Cephes' expf: e^x = 2^n e^r, where |r| <= log(2) / 2 and e^r is a polynomial.
template <class Int, class Float>
DODONA_ALWAYS_INLINE void exponentiate(Float& x) {
  constexpr float kLog2e = 1.44269504088896341f, kHigh = 0.693359375f, kLow = -2.12194440e-4f;
  const Float scaled = x * kLog2e - 0.5f;
  Int n;
  Float whole;
  if constexpr (std::is_same_v<Float, float>) {
    n = static_cast<Int>(scaled);
    whole = static_cast<Float>(n);
  } else {
#if defined(__GNUC__) || defined(__clang__)
    n = __builtin_convertvector(scaled, Int);
    whole = __builtin_convertvector(n, Float);
#endif
  }
  const Float r = (x - whole * kHigh) - whole * kLow;
  Float sum = r * 1.9875691500e-4f + 1.3981999507e-3f;
  sum = sum * r + 8.3334519073e-3f;
  sum = sum * r + 4.1665795894e-2f;
  sum = sum * r + 1.6666665459e-1f;
  sum = sum * r + 5.0000001201e-1f;
  sum = (sum * (r * r) + r) + 1.0f;
  const Int bits = (n + 127) << 23;
  Float power;
  std::memcpy(&power, &bits, sizeof power);
  x = sum * power;
}

}  // namespace

float exp_of_negative(float x) {
  if (!(x >= kLeast)) return 0;
  exponentiate<std::int32_t>(x);
  return x;
}

#if defined(__GNUC__) || defined(__clang__)
DODONA_CLONES
float sum_of_exponentials(const float* scores, std::size_t count, float highest, float factor, float least) {
  using Floats = float __attribute__((vector_size(32)));
  using Ints = std::int32_t __attribute__((vector_size(32)));
  constexpr std::size_t kLanes = 8;
  Floats sums{};
  for (std::size_t i = 0; i < count; i += kLanes) {
    Floats eight;
    if (i + kLanes <= count) {
      std::memcpy(&eight, scores + i, sizeof eight);
    } else {
      for (std::size_t lane = 0; lane < kLanes; ++lane) eight[lane] = i + lane < count ? scores[i + lane] : least - 1;
    }
    Floats x = (eight - highest) * factor;
    const Ints counts = (eight >= least) & (x >= kLeast);
    x = x >= kLeast ? x : Floats{} + kLeast;
    exponentiate<Ints>(x);
    sums += (Floats)((Ints)x & counts);
  }
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}
#else
float sum_of_exponentials(const float* scores, std::size_t count, float highest, float factor, float least) {
  float sums[8] = {};
  for (std::size_t i = 0; i < count; ++i)
    if (scores[i] >= least) sums[i % 8] += exp_of_negative((scores[i] - highest) * factor);
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}
#endif

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
