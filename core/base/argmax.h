// Maxima of arrays of scores, with few instructions.
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

/// The highest of `count` scores.
template <class Score>
Score highest(const Score* scores, std::size_t count) {
  return *std::max_element(scores, scores + count);
}
/// As above, for 16-bit scores, eight at a time.
inline std::int16_t highest(const std::int16_t* scores, std::size_t count) {
  std::int16_t most = std::numeric_limits<std::int16_t>::min();
  std::size_t i = 0;
#if defined(DODONA_SSE2)
  if (count >= 8) {
    const auto eight = [&](std::size_t at) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(scores + at)); };
    // The last eight overlap with others unless `count` is a multiple of eight.
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

/// The index of the first score that equals `wanted`; there must be one.
inline std::uint32_t first(const std::int16_t* scores, std::int16_t wanted) {
  std::uint32_t i = 0;
#if defined(DODONA_SSE2)
  // Rows of scores are padded to whole vectors.
  const __m128i eight = _mm_set1_epi16(wanted);
  for (;; i += 8) {
    const __m128i same = _mm_cmpeq_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(scores + i)), eight);
    if (const int bits = _mm_movemask_epi8(same); bits != 0) return i + static_cast<std::uint32_t>(std::countr_zero(static_cast<unsigned>(bits))) / 2;
  }
#endif
  while (scores[i] != wanted) ++i;
  return i;
}

/// How many scores after the last may be read.
inline constexpr std::size_t kRoomAfterScores = 8;

/// Calls visit(i), in order, for every one of `count` scores that is at least `least`.
template <class Score, class Least, class F>
void for_at_least(const Score* scores, std::size_t count, Least least, F visit) {
  for (std::size_t i = 0; i < count; ++i)
    if (static_cast<Least>(scores[i]) >= least) visit(i);
}

#if defined(DODONA_SSE2)
/// As above, for 16-bit scores; reads up to kRoomAfterScores after the last.
template <class F>
void for_at_least(const std::int16_t* scores, std::size_t count, std::int64_t least, F visit) {
  constexpr std::int64_t kLowest = std::numeric_limits<std::int16_t>::min(), kHighest = std::numeric_limits<std::int16_t>::max();
  if (least > kHighest) return;
  const __m128i eight = _mm_set1_epi16(static_cast<std::int16_t>(std::max(least, kLowest)));
  for (std::size_t i = 0; i < count; i += 8) {
    const __m128i these = _mm_loadu_si128(reinterpret_cast<const __m128i*>(scores + i));
    auto bits = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi16(_mm_max_epi16(these, eight), these)));
    for (; bits != 0; bits &= bits - 1, bits &= bits - 1) {
      const std::size_t place = i + static_cast<std::size_t>(std::countr_zero(bits)) / 2;
      if (place >= count) return;
      visit(place);
    }
  }
}
/// As above, for a threshold that is not an integer.
template <class F>
void for_at_least(const std::int16_t* scores, std::size_t count, double least, F visit) {
  constexpr double kRounding = 1e-3;  // one score too many is harmless, one too few is not
  for_at_least(scores, count, static_cast<std::int64_t>(std::ceil(std::clamp(least, -40'000.0, 40'000.0) - kRounding)), visit);
}
#endif

}  // namespace dodona
