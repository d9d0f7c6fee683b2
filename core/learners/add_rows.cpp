#include "learners/add_rows.h"

#include <algorithm>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define DODONA_X86 1
#include <immintrin.h>
#endif

namespace dodona {
namespace {

using AddRows = void (*)(const std::int8_t*, const std::uint8_t*, std::size_t, std::span<const std::uint32_t>, std::int16_t*);

// For any processor: 32 columns at a time, a number that compilers make good vectors of.
void add_rows_anywhere(const std::int8_t* rows, const std::uint8_t* shifts, std::size_t width, std::span<const std::uint32_t> which,
                       std::int16_t* sums) {
  for (std::size_t column = 0; column < width; column += 32) {
    std::int16_t block[32] = {};
    for (const std::uint32_t row : which) {
      const std::int8_t* const weights = rows + row * width + column;
      const auto factor = static_cast<std::int16_t>(1 << shifts[row]);
      for (std::size_t i = 0; i < 32; ++i) block[i] = static_cast<std::int16_t>(block[i] + weights[i] * factor);
    }
    std::copy_n(block, 32, sums + column);
  }
}

#if defined(DODONA_X86)

// Sums of up to 128 columns stay in eight registers while all rows go by.
template <std::size_t Vectors>
__attribute__((target("avx2"))) void add_columns_avx2(const std::int8_t* rows, const std::uint8_t* shifts, std::size_t width,
                                                      std::span<const std::uint32_t> which, std::int16_t* sums) {
  __m256i sum[Vectors];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < Vectors; ++i) sum[i] = _mm256_setzero_si256();
  for (const std::uint32_t row : which) {
    const std::int8_t* const weights = rows + row * width;
    const __m128i shift = _mm_cvtsi32_si128(shifts[row]);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < Vectors; ++i) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(weights + 16 * i));
      sum[i] = _mm256_add_epi16(sum[i], _mm256_sll_epi16(_mm256_cvtepi8_epi16(bytes), shift));
    }
  }
#pragma GCC unroll 8
  for (std::size_t i = 0; i < Vectors; ++i) _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums + 16 * i), sum[i]);
}

void add_rows_avx2(const std::int8_t* rows, const std::uint8_t* shifts, std::size_t width, std::span<const std::uint32_t> which,
                   std::int16_t* sums) {
  std::size_t column = 0;
  for (; width - column >= 128; column += 128) add_columns_avx2<8>(rows + column, shifts, width, which, sums + column);
  switch ((width - column) / 32) {
    case 3: add_columns_avx2<6>(rows + column, shifts, width, which, sums + column); break;
    case 2: add_columns_avx2<4>(rows + column, shifts, width, which, sums + column); break;
    case 1: add_columns_avx2<2>(rows + column, shifts, width, which, sums + column); break;
    default: break;
  }
}

template <std::size_t Vectors>
__attribute__((target("avx512f,avx512bw"))) void add_columns_avx512(const std::int8_t* rows, const std::uint8_t* shifts, std::size_t width,
                                                                    std::span<const std::uint32_t> which, std::int16_t* sums) {
  __m512i sum[Vectors];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < Vectors; ++i) sum[i] = _mm512_setzero_si512();
  for (const std::uint32_t row : which) {
    const std::int8_t* const weights = rows + row * width;
    const __m128i shift = _mm_cvtsi32_si128(shifts[row]);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < Vectors; ++i) {
      const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights + 32 * i));
      sum[i] = _mm512_add_epi16(sum[i], _mm512_sll_epi16(_mm512_cvtepi8_epi16(bytes), shift));
    }
  }
#pragma GCC unroll 8
  for (std::size_t i = 0; i < Vectors; ++i) _mm512_storeu_si512(sums + 32 * i, sum[i]);
}

void add_rows_avx512(const std::int8_t* rows, const std::uint8_t* shifts, std::size_t width, std::span<const std::uint32_t> which,
                     std::int16_t* sums) {
  std::size_t column = 0;
  for (; width - column >= 256; column += 256) add_columns_avx512<8>(rows + column, shifts, width, which, sums + column);
  for (; width - column >= 128; column += 128) add_columns_avx512<4>(rows + column, shifts, width, which, sums + column);
  switch ((width - column) / 32) {
    case 3: add_columns_avx512<3>(rows + column, shifts, width, which, sums + column); break;
    case 2: add_columns_avx512<2>(rows + column, shifts, width, which, sums + column); break;
    case 1: add_columns_avx512<1>(rows + column, shifts, width, which, sums + column); break;
    default: break;
  }
}

#endif

AddRows fastest() {
#if defined(DODONA_X86)
  if (__builtin_cpu_supports("avx512bw")) return add_rows_avx512;
  if (__builtin_cpu_supports("avx2")) return add_rows_avx2;
#endif
  return add_rows_anywhere;
}

}  // namespace

void add_rows(const std::int8_t* rows, const std::uint8_t* shifts, std::size_t width, std::span<const std::uint32_t> which,
              std::int16_t* sums) {
  static const AddRows chosen = fastest();
  chosen(rows, shifts, width, which, sums);
}

}  // namespace dodona
