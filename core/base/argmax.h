// The highest of some scores, several at a time.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#if defined(__SSE2__) || defined(_M_X64)
#define DODONA_SSE2 1
#include <emmintrin.h>
#endif

namespace dodona {

/// The highest of `count` scores, of which there is at least one.
inline float highest(const float* scores, std::size_t count) {
  std::size_t i = 0;
  float most = scores[0];
#if defined(DODONA_SSE2)
  if (count >= 4) {
    // The last four overlap with others where `count` is not a multiple of four, which does no harm.
    __m128 all = _mm_loadu_ps(scores + count - 4);
    for (; i + 4 < count; i += 4) all = _mm_max_ps(all, _mm_loadu_ps(scores + i));
    all = _mm_max_ps(all, _mm_movehl_ps(all, all));
    return _mm_cvtss_f32(_mm_max_ss(all, _mm_shuffle_ps(all, all, 1)));
  }
#endif
  for (; i < count; ++i) most = std::max(most, scores[i]);
  return most;
}

inline std::int16_t highest(const std::int16_t* scores, std::size_t count) {
  std::size_t i = 0;
  std::int16_t most = scores[0];
#if defined(DODONA_SSE2)
  if (count >= 8) {
    const auto eight = [&](std::size_t at) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(scores + at)); };
    __m128i all = eight(count - 8);
    for (; i + 8 < count; i += 8) all = _mm_max_epi16(all, eight(i));
    all = _mm_max_epi16(all, _mm_srli_si128(all, 8));
    all = _mm_max_epi16(all, _mm_srli_si128(all, 4));
    all = _mm_max_epi16(all, _mm_srli_si128(all, 2));
    return static_cast<std::int16_t>(_mm_extract_epi16(all, 0));
  }
#endif
  for (; i < count; ++i) most = std::max(most, scores[i]);
  return most;
}

/// The place of the first of `count` scores that equals `wanted`; 0 if there is none, as among scores that are not
/// numbers.
inline std::uint32_t find_first(const float* scores, std::uint32_t count, float wanted) {
  for (std::uint32_t i = 0; i < count; ++i)
    if (scores[i] == wanted) return i;
  return 0;
}
/// The same where `wanted` is among the scores, and at least eight can be read after the last one.
inline std::uint32_t find_first_padded(const std::int16_t* scores, std::uint32_t count, std::int16_t wanted) {
#if defined(DODONA_SSE2)
  (void)count;
  const __m128i eight = _mm_set1_epi16(wanted);
  for (std::uint32_t i = 0;; i += 8) {
    const __m128i same = _mm_cmpeq_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(scores + i)), eight);
    if (const int bits = _mm_movemask_epi8(same); bits != 0)
      return i + static_cast<std::uint32_t>(std::countr_zero(static_cast<unsigned>(bits))) / 2;
  }
#else
  return static_cast<std::uint32_t>(std::find(scores, scores + count, wanted) - scores);
#endif
}

/// Calls visit(i), in order, for every one of `count` scores that is at least `least`, and perhaps for some that are
/// lower by a rounding error.
template <class F>
void for_at_least(const float* scores, std::size_t count, double least, F visit) {
  const float rounded = static_cast<float>(least),
              bound = rounded - std::abs(rounded) * std::numeric_limits<float>::epsilon();
  std::size_t i = 0;
#if defined(DODONA_SSE2)
  const __m128 four = _mm_set1_ps(bound);
  for (; i + 4 <= count; i += 4)
    for (auto bits = static_cast<unsigned>(_mm_movemask_ps(_mm_cmpge_ps(_mm_loadu_ps(scores + i), four))); bits != 0;
         bits &= bits - 1)
      visit(i + static_cast<std::size_t>(std::countr_zero(bits)));
#endif
  for (; i < count; ++i)
    if (scores[i] >= bound) visit(i);
}

}  // namespace dodona
