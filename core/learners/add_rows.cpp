#include "learners/add_rows.h"

#include <algorithm>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define DODONA_X86 1
#include <immintrin.h>
#endif

namespace dodona {
namespace {

using Rows = std::span<const std::uint32_t>;
using Sums = std::span<const std::int16_t* const>;
using AddRows = void (*)(const std::int8_t*, const std::uint8_t*, std::size_t, Rows, Sums, std::int16_t*);

// For any processor: 32 columns at a time, a number that compilers make good vectors of.
void add_rows_anywhere(const std::int8_t* rows, const std::uint8_t* shifts, std::size_t width, Rows which, Sums more, std::int16_t* sums) {
  for (std::size_t column = 0; column < width; column += 32) {
    std::int16_t block[32] = {};
    for (const std::uint32_t row : which) {
      const std::int8_t* const weights = rows + row * width + column;
      const auto factor = static_cast<std::int16_t>(1 << shifts[row]);
      for (std::size_t i = 0; i < 32; ++i) block[i] = static_cast<std::int16_t>(block[i] + weights[i] * factor);
    }
    for (const std::int16_t* const ready : more)
      for (std::size_t i = 0; i < 32; ++i) block[i] = static_cast<std::int16_t>(block[i] + ready[column + i]);
    std::copy_n(block, 32, sums + column);
  }
}

#if defined(DODONA_X86)

// The same with vectors of a given kind: sums of up to eight of them stay in registers while all rows go by.
// (A function can be compiled for another processor only by itself, with all that it calls: hence a macro.)
#define DODONA_ADD_ROWS(name, processor, lanes, vector, bytes, zero, load_bytes, widen, shift_left, add, load, store)                     \
  template <std::size_t Vectors>                                                                                                         \
  __attribute__((target(processor))) void name##_columns(const std::int8_t* rows, const std::uint8_t* shifts, std::size_t width,         \
                                                         std::size_t column, Rows which, Sums more, std::int16_t* sums) {                \
    vector sum[Vectors];                                                                                                                 \
    _Pragma("GCC unroll 8") for (std::size_t i = 0; i < Vectors; ++i) sum[i] = zero();                                                   \
    for (const std::uint32_t row : which) {                                                                                              \
      const std::int8_t* const weights = rows + row * width + column;                                                                    \
      const __m128i shift = _mm_cvtsi32_si128(shifts[row]);                                                                              \
      _Pragma("GCC unroll 8") for (std::size_t i = 0; i < Vectors; ++i) sum[i] =                                                         \
          add(sum[i], shift_left(widen(load_bytes(reinterpret_cast<const bytes*>(weights + lanes * i))), shift));                        \
    }                                                                                                                                    \
    for (const std::int16_t* const ready : more) {                                                                                       \
      const std::int16_t* const scores = ready + column;                                                                                 \
      _Pragma("GCC unroll 8") for (std::size_t i = 0; i < Vectors; ++i) sum[i] =                                                         \
          add(sum[i], load(reinterpret_cast<const vector*>(scores + lanes * i)));                                                        \
    }                                                                                                                                    \
    _Pragma("GCC unroll 8") for (std::size_t i = 0; i < Vectors; ++i) store(reinterpret_cast<vector*>(sums + column + lanes * i), sum[i]); \
  }                                                                                                                                      \
                                                                                                                                         \
  void name(const std::int8_t* rows, const std::uint8_t* shifts, std::size_t width, Rows which, Sums more, std::int16_t* sums) {         \
    constexpr std::size_t kBlock = 32 / lanes;                                                                                           \
    std::size_t column = 0;                                                                                                              \
    for (; width - column >= 128; column += 128) name##_columns<4 * kBlock>(rows, shifts, width, column, which, more, sums);             \
    switch ((width - column) / 32) {                                                                                                     \
      case 3: name##_columns<3 * kBlock>(rows, shifts, width, column, which, more, sums); break;                                         \
      case 2: name##_columns<2 * kBlock>(rows, shifts, width, column, which, more, sums); break;                                         \
      case 1: name##_columns<kBlock>(rows, shifts, width, column, which, more, sums); break;                                             \
      default: break;                                                                                                                    \
    }                                                                                                                                    \
  }

DODONA_ADD_ROWS(add_rows_avx2, "avx2", 16, __m256i, __m128i, _mm256_setzero_si256, _mm_loadu_si128, _mm256_cvtepi8_epi16, _mm256_sll_epi16,
                _mm256_add_epi16, _mm256_loadu_si256, _mm256_storeu_si256)
DODONA_ADD_ROWS(add_rows_avx512, "avx512f,avx512bw", 32, __m512i, __m256i, _mm512_setzero_si512, _mm256_loadu_si256, _mm512_cvtepi8_epi16,
                _mm512_sll_epi16, _mm512_add_epi16, _mm512_loadu_si512, _mm512_storeu_si512)

#undef DODONA_ADD_ROWS
#endif

AddRows fastest() {
#if defined(DODONA_X86)
  if (__builtin_cpu_supports("avx512bw")) return add_rows_avx512;
  if (__builtin_cpu_supports("avx2")) return add_rows_avx2;
#endif
  return add_rows_anywhere;
}

}  // namespace

void add_rows(const std::int8_t* rows, const std::uint8_t* shifts, std::size_t width, Rows which, Sums more, std::int16_t* sums) {
  static const AddRows chosen = fastest();
  chosen(rows, shifts, width, which, more, sums);
}

}  // namespace dodona
