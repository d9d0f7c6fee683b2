#include "scoring/linear/add_rows.h"

#include <algorithm>
#include <array>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define DODONA_X86 1
#include <immintrin.h>
#endif

namespace dodona {
namespace {

using Rows = std::span<const RowReference>;
using Sums = std::span<const std::int16_t* const>;

// For any processor: 32 columns at a time, which compilers vectorise well.
void add_rows_anywhere(const std::int8_t* rows, std::size_t width, Rows which, Sums more, std::int16_t* sums) {
  for (std::size_t column = 0; column < width; column += 32) {
    std::int16_t block[32] = {};
    for (const RowReference row : which) {
      const std::int8_t* const weights = rows + row_of(row) * width + column;
      const auto factor = static_cast<std::int16_t>(1 << shift_of(row));
      for (std::size_t i = 0; i < 32; ++i) block[i] = static_cast<std::int16_t>(block[i] + weights[i] * factor);
    }
    for (const std::int16_t* const ready : more)
      for (std::size_t i = 0; i < 32; ++i) block[i] = static_cast<std::int16_t>(block[i] + ready[column + i]);
    std::copy_n(block, 32, sums + column);
  }
}

#if defined(DODONA_X86)

// For each pair of shifts, the factors of two rows' weights as interleaved bytes.
constexpr auto kFactors = [] {
  std::array<std::uint32_t, 1 << 2 * kShiftBits> factors{};
  for (std::uint32_t one = 0; one <= kMostShift; ++one)
    for (std::uint32_t other = 0; other <= kMostShift; ++other)
      factors[one | other << kShiftBits] = 0x10001u * (1u << one | 0x100u << other);
  return factors;
}();

// With vectors: the weights of two rows are interleaved, so that one instruction multiplies both by their factors and
// adds them; the sums of all columns stay in registers. Interleaving separates the lower and upper eight columns of
// every sixteen, which are put in order at the end. (Macros, because a function compiled for another instruction set
// cannot inline functions that are not.)
#define DODONA_ADD_PAIR(low, high, one, other, factors, prefix)                                       \
  low = prefix##_add_epi16(low, prefix##_maddubs_epi16(factors, prefix##_unpacklo_epi8(one, other))); \
  high = prefix##_add_epi16(high, prefix##_maddubs_epi16(factors, prefix##_unpackhi_epi8(one, other)))

#define DODONA_PAIR_OF_ROWS                                                      \
  const std::int8_t* const one = rows + row_of(which[i]) * width + column;       \
  const std::int8_t* const other = rows + row_of(which[i + 1]) * width + column; \
  const auto both = static_cast<int>(kFactors[shift_of(which[i]) | shift_of(which[i + 1]) << kShiftBits])

// Stores 32 columns in order, added to the sums that are there already.
#define DODONA_STORE_32(low, high, at)                                                                             \
  __m256i first = _mm256_permute2x128_si256(low, high, 0x20), second = _mm256_permute2x128_si256(low, high, 0x31); \
  for (const std::int16_t* const ready : more) {                                                                   \
    first = _mm256_add_epi16(first, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(ready + (at))));           \
    second = _mm256_add_epi16(second, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(ready + (at) + 16)));    \
  }                                                                                                                \
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums + (at)), first);                                             \
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums + (at) + 16), second)

template <std::size_t Blocks>
__attribute__((target("avx2"))) void add_blocks_avx2(const std::int8_t* rows, std::size_t width, std::size_t column,
                                                     Rows which, Sums more, std::int16_t* sums) {
  __m256i low[Blocks], high[Blocks];
  _Pragma("GCC unroll 4") for (std::size_t j = 0; j < Blocks; ++j) low[j] = high[j] = _mm256_setzero_si256();
  for (std::size_t i = 0; i < which.size(); i += 2) {
    DODONA_PAIR_OF_ROWS;
    const __m256i factors = _mm256_set1_epi32(both);
    _Pragma("GCC unroll 4") for (std::size_t j = 0; j < Blocks; ++j) {
      const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(one + 32 * j));
      const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(other + 32 * j));
      DODONA_ADD_PAIR(low[j], high[j], a, b, factors, _mm256);
    }
  }
  _Pragma("GCC unroll 4") for (std::size_t j = 0; j < Blocks; ++j) {
    DODONA_STORE_32(low[j], high[j], column + 32 * j);
  }
}

void add_rows_avx2(const std::int8_t* rows, std::size_t width, Rows which, Sums more, std::int16_t* sums) {
  std::size_t column = 0;
  for (; width - column >= 128; column += 128) add_blocks_avx2<4>(rows, width, column, which, more, sums);
  switch ((width - column) / 32) {
    case 3: add_blocks_avx2<3>(rows, width, column, which, more, sums); break;
    case 2: add_blocks_avx2<2>(rows, width, column, which, more, sums); break;
    case 1: add_blocks_avx2<1>(rows, width, column, which, more, sums); break;
    default: break;
  }
}

// The same with vectors of 64 columns, and one of 32 for the remainder.
template <std::size_t Blocks, bool Half>
__attribute__((target("avx512f,avx512bw,avx2"))) void add_blocks_avx512(const std::int8_t* rows, std::size_t width,
                                                                        std::size_t column, Rows which, Sums more,
                                                                        std::int16_t* sums) {
  __m512i low[Blocks + 1], high[Blocks + 1];
  __m256i low_half = _mm256_setzero_si256(), high_half = _mm256_setzero_si256();
  _Pragma("GCC unroll 2") for (std::size_t j = 0; j < Blocks; ++j) low[j] = high[j] = _mm512_setzero_si512();
  for (std::size_t i = 0; i < which.size(); i += 2) {
    DODONA_PAIR_OF_ROWS;
    const __m512i factors = _mm512_set1_epi32(both);
    _Pragma("GCC unroll 2") for (std::size_t j = 0; j < Blocks; ++j) {
      const __m512i a = _mm512_loadu_si512(one + 64 * j), b = _mm512_loadu_si512(other + 64 * j);
      DODONA_ADD_PAIR(low[j], high[j], a, b, factors, _mm512);
    }
    if constexpr (Half) {
      const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(one + 64 * Blocks));
      const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(other + 64 * Blocks));
      DODONA_ADD_PAIR(low_half, high_half, a, b, _mm256_set1_epi32(both), _mm256);
    }
  }
  _Pragma("GCC unroll 2") for (std::size_t j = 0; j < Blocks; ++j) {
    const std::size_t at = column + 64 * j;
    __m512i first = _mm512_permutex2var_epi64(low[j], _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), high[j]);
    __m512i second = _mm512_permutex2var_epi64(low[j], _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15), high[j]);
    for (const std::int16_t* const ready : more) {
      first = _mm512_add_epi16(first, _mm512_loadu_si512(ready + at));
      second = _mm512_add_epi16(second, _mm512_loadu_si512(ready + at + 32));
    }
    _mm512_storeu_si512(sums + at, first);
    _mm512_storeu_si512(sums + at + 32, second);
  }
  if constexpr (Half) {
    DODONA_STORE_32(low_half, high_half, column + 64 * Blocks);
  }
}

void add_rows_avx512(const std::int8_t* rows, std::size_t width, Rows which, Sums more, std::int16_t* sums) {
  std::size_t column = 0;
  for (; width - column >= 128; column += 128) add_blocks_avx512<2, false>(rows, width, column, which, more, sums);
  switch ((width - column) / 32) {
    case 3: add_blocks_avx512<1, true>(rows, width, column, which, more, sums); break;
    case 2: add_blocks_avx512<1, false>(rows, width, column, which, more, sums); break;
    case 1: add_blocks_avx512<0, true>(rows, width, column, which, more, sums); break;
    default: break;
  }
}

#undef DODONA_STORE_32
#undef DODONA_PAIR_OF_ROWS
#undef DODONA_ADD_PAIR
#endif

}  // namespace

std::vector<AddRows> ways_to_add_rows() {
  std::vector<AddRows> ways;
#if defined(DODONA_X86)
  if (__builtin_cpu_supports("avx512bw")) ways.push_back(add_rows_avx512);
  if (__builtin_cpu_supports("avx2")) ways.push_back(add_rows_avx2);
#endif
  ways.push_back(add_rows_anywhere);
  return ways;
}

void add_rows(const std::int8_t* rows, std::size_t width, Rows which, Sums more, std::int16_t* sums) {
  static const AddRows fastest = ways_to_add_rows().front();
  fastest(rows, width, which, more, sums);
}

}  // namespace dodona
