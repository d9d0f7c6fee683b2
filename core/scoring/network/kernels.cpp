#include "scoring/network/kernels.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "base/unrolled.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define DODONA_X86_KERNELS
#include <immintrin.h>
#elif defined(__aarch64__) && (defined(__GNUC__) || defined(__clang__))
#define DODONA_NEON_KERNEL
#include <arm_neon.h>
#endif

namespace dodona {
namespace {

constexpr std::size_t kOutputs = PackedMatrix::kOutputs, kInputs = PackedMatrix::kInputs;
constexpr std::size_t kGroup = kOutputs * kInputs;  // the weights of four inputs in a block

void multiply_plain(const PackedMatrix& matrix, const std::int8_t* rows, std::size_t count, std::int32_t* sums) {
  for (std::size_t row = 0; row < count; ++row)
    for (std::size_t block = 0; block * kOutputs < matrix.columns(); ++block) {
      const std::int8_t* weights = matrix.block(block);
      std::int32_t of_block[kOutputs] = {};
      for (std::size_t input = 0; input < matrix.inputs(); input += kInputs, weights += kGroup)
        for (std::size_t output = 0; output < kOutputs; ++output)
          for (std::size_t i = 0; i < kInputs; ++i)
            of_block[output] += rows[row * matrix.inputs() + input + i] * weights[output * kInputs + i];
      std::memcpy(sums + row * matrix.columns() + block * kOutputs, of_block, sizeof of_block);
    }
}

#if defined(DODONA_X86_KERNELS) || defined(DODONA_NEON_KERNEL)

std::int32_t four_at(const std::int8_t* numbers) {
  std::int32_t four;
  std::memcpy(&four, numbers, sizeof four);
  return four;
}

// Each of the following computes kRows rows and kBlocks blocks at once, whose sums stay in registers. GCC
// easily loses that, and half the speed: after a change, measure.

#if defined(DODONA_NEON_KERNEL)
// Two outputs at a time: the products of each are added up in two sums, which are added at the end.
struct Neon {
  static constexpr std::size_t kRows = 2, kBlocks = 1;
  template <std::size_t kR, std::size_t kB>
  static void tile(const PackedMatrix& matrix, std::size_t block, const std::int8_t* rows, std::int32_t* sums) {
    constexpr std::size_t kPairs = kOutputs / 2;
    int32x4_t tile[kR][kPairs];
    DODONA_FULLY_UNROLLED
    for (auto& row : tile) {
      DODONA_FULLY_UNROLLED
      for (int32x4_t& sum : row) sum = vdupq_n_s32(0);
    }
    for (std::size_t input = 0; input < matrix.inputs(); input += kInputs) {
      const std::int8_t* const weights = matrix.block(block) + input * kOutputs;
      DODONA_FULLY_UNROLLED
      for (std::size_t row = 0; row < kR; ++row) {
        const int8x8_t numbers = vreinterpret_s8_s32(vdup_n_s32(four_at(rows + row * matrix.inputs() + input)));
        DODONA_FULLY_UNROLLED
        for (std::size_t i = 0; i < kPairs; ++i)
          tile[row][i] = vpadalq_s16(tile[row][i], vmull_s8(vld1_s8(weights + i * 2 * kInputs), numbers));
      }
    }
    DODONA_FULLY_UNROLLED
    for (std::size_t row = 0; row < kR; ++row) {
      DODONA_FULLY_UNROLLED
      for (std::size_t i = 0; i < kPairs; i += 2)
        vst1q_s32(sums + row * matrix.columns() + block * kOutputs + 2 * i, vpaddq_s32(tile[row][i], tile[row][i + 1]));
    }
  }
};
#else
// |a| times b with the sign of a: two of these products fit into 16 bits.
template <std::size_t kRows, std::size_t kBlocks>
__attribute__((target("avx2"))) void tile_avx2(const PackedMatrix& matrix, std::size_t block, const std::int8_t* rows,
                                               std::int32_t* sums) {
  constexpr std::size_t kVectors = 2 * kBlocks;
  const std::size_t inputs = matrix.inputs();
  const __m256i ones = _mm256_set1_epi16(1);
  __m256i tile[kRows][kVectors];
  DODONA_FULLY_UNROLLED
  for (auto& row : tile) {
    DODONA_FULLY_UNROLLED
    for (__m256i& sum : row) sum = _mm256_setzero_si256();
  }
  for (std::size_t input = 0; input < inputs; input += kInputs) {
    __m256i weights[kVectors];
    DODONA_FULLY_UNROLLED
    for (std::size_t i = 0; i < kVectors; ++i)
      weights[i] = _mm256_loadu_si256(
          reinterpret_cast<const __m256i*>(matrix.block(block + i / 2) + input * kOutputs + i % 2 * 32));
    DODONA_FULLY_UNROLLED
    for (std::size_t row = 0; row < kRows; ++row) {
      const __m256i numbers = _mm256_set1_epi32(four_at(rows + row * inputs + input));
      const __m256i sizes = _mm256_abs_epi8(numbers);
      DODONA_FULLY_UNROLLED
      for (std::size_t i = 0; i < kVectors; ++i) {
        const __m256i pairs = _mm256_maddubs_epi16(sizes, _mm256_sign_epi8(weights[i], numbers));
        tile[row][i] = _mm256_add_epi32(tile[row][i], _mm256_madd_epi16(pairs, ones));
      }
    }
  }
  DODONA_FULLY_UNROLLED
  for (std::size_t row = 0; row < kRows; ++row) {
    DODONA_FULLY_UNROLLED
    for (std::size_t i = 0; i < kVectors; ++i)
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums + row * matrix.columns() + block * kOutputs + i * 8),
                          tile[row][i]);
  }
}

// The instruction takes one factor as unsigned: it is increased by 128, and the offsets undo that.
template <std::size_t kRows, std::size_t kBlocks>
__attribute__((target("avx512f,avx512vnni"))) void tile_avx512_vnni(const PackedMatrix& matrix, std::size_t block,
                                                                    const std::int8_t* rows, std::int32_t* sums) {
  const std::size_t inputs = matrix.inputs();
  const __m512i signs = _mm512_set1_epi32(static_cast<std::int32_t>(0x80808080u));
  __m512i tile[kRows][kBlocks];
  DODONA_FULLY_UNROLLED
  for (std::size_t i = 0; i < kBlocks; ++i) {
    const __m512i offset = _mm512_loadu_si512(matrix.offsets() + (block + i) * kOutputs);
    DODONA_FULLY_UNROLLED
    for (auto& row : tile) row[i] = _mm512_sub_epi32(_mm512_setzero_si512(), offset);
  }
  for (std::size_t input = 0; input < inputs; input += kInputs) {
    __m512i weights[kBlocks];
    DODONA_FULLY_UNROLLED
    for (std::size_t i = 0; i < kBlocks; ++i)
      weights[i] = _mm512_loadu_si512(matrix.block(block + i) + input * kOutputs);
    DODONA_FULLY_UNROLLED
    for (std::size_t row = 0; row < kRows; ++row) {
      const __m512i numbers = _mm512_xor_si512(_mm512_set1_epi32(four_at(rows + row * inputs + input)), signs);
      DODONA_FULLY_UNROLLED
      for (std::size_t i = 0; i < kBlocks; ++i) tile[row][i] = _mm512_dpbusd_epi32(tile[row][i], numbers, weights[i]);
    }
  }
  DODONA_FULLY_UNROLLED
  for (std::size_t row = 0; row < kRows; ++row) {
    DODONA_FULLY_UNROLLED
    for (std::size_t i = 0; i < kBlocks; ++i)
      _mm512_storeu_si512(sums + row * matrix.columns() + (block + i) * kOutputs, tile[row][i]);
  }
}

struct Avx2 {
  static constexpr std::size_t kRows = 4, kBlocks = 1;
  template <std::size_t kR, std::size_t kB>
  static void tile(const PackedMatrix& matrix, std::size_t block, const std::int8_t* rows, std::int32_t* sums) {
    tile_avx2<kR, kB>(matrix, block, rows, sums);
  }
};
struct Avx512Vnni {
  static constexpr std::size_t kRows = 6, kBlocks = 4;
  template <std::size_t kR, std::size_t kB>
  static void tile(const PackedMatrix& matrix, std::size_t block, const std::int8_t* rows, std::int32_t* sums) {
    tile_avx512_vnni<kR, kB>(matrix, block, rows, sums);
  }
};
#endif

// All blocks of kRows rows.
template <class Tiles, std::size_t kRows>
void multiply_rows(const PackedMatrix& matrix, const std::int8_t* rows, std::int32_t* sums) {
  const std::size_t blocks = matrix.columns() / kOutputs;
  std::size_t block = 0;
  for (; block + Tiles::kBlocks <= blocks; block += Tiles::kBlocks)
    Tiles::template tile<kRows, Tiles::kBlocks>(matrix, block, rows, sums);
  for (; block < blocks; ++block) Tiles::template tile<kRows, 1>(matrix, block, rows, sums);
}

// As many rows at a time as there are registers for; then what is left.
template <class Tiles, std::size_t kRows = Tiles::kRows>
void multiply_in_tiles(const PackedMatrix& matrix, const std::int8_t* rows, std::size_t count, std::int32_t* sums) {
  for (; count >= kRows; count -= kRows) {
    multiply_rows<Tiles, kRows>(matrix, rows, sums);
    rows += kRows * matrix.inputs();
    sums += kRows * matrix.columns();
  }
  if constexpr (kRows > 1) multiply_in_tiles<Tiles, kRows - 1>(matrix, rows, count, sums);
}

#endif

}  // namespace

std::vector<Kernel> available_kernels() {
  std::vector<Kernel> kernels{Kernel::plain};
#if defined(DODONA_NEON_KERNEL)
  kernels.push_back(Kernel::neon);
#elif defined(DODONA_X86_KERNELS)
  if (__builtin_cpu_supports("avx2")) kernels.push_back(Kernel::avx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vnni")) kernels.push_back(Kernel::avx512_vnni);
#endif
  return kernels;
}

PackedMatrix::PackedMatrix(std::span<const std::int8_t> weights, std::size_t inputs)
    : inputs_(inputs), outputs_(inputs == 0 ? 0 : weights.size() / inputs) {
  if (inputs == 0 || inputs % kInputs != 0 || inputs > kMostInputs || weights.size() % inputs != 0)
    throw std::invalid_argument("a matrix of the network has a wrong size");
  if (std::ranges::find(weights, std::int8_t{-128}) != weights.end())
    throw std::invalid_argument("a weight of the network is out of range");
  const std::size_t blocks = (outputs_ + kOutputs - 1) / kOutputs;
  weights_.resize(blocks * kOutputs * inputs);
  offsets_.resize(blocks * kOutputs);
  for (std::size_t output = 0; output < outputs_; ++output) {
    std::int8_t* const block = weights_.data() + output / kOutputs * kOutputs * inputs;
    for (std::size_t input = 0; input < inputs; ++input) {
      const std::int8_t weight = weights[output * inputs + input];
      block[input / kInputs * kGroup + output % kOutputs * kInputs + input % kInputs] = weight;
      offsets_[output] += 128 * weight;
    }
  }
}

std::vector<std::int8_t> PackedMatrix::weights() const {
  std::vector<std::int8_t> weights(outputs_ * inputs_);
  for (std::size_t output = 0; output < outputs_; ++output)
    for (std::size_t input = 0; input < inputs_; ++input)
      weights[output * inputs_ + input] =
          block(output / kOutputs)[input / kInputs * kGroup + output % kOutputs * kInputs + input % kInputs];
  return weights;
}

void multiply(Kernel kernel, const PackedMatrix& matrix, const std::int8_t* rows, std::size_t count,
              std::int32_t* sums) {
  switch (kernel) {
#if defined(DODONA_NEON_KERNEL)
    case Kernel::neon: return multiply_in_tiles<Neon>(matrix, rows, count, sums);
#elif defined(DODONA_X86_KERNELS)
    case Kernel::avx512_vnni: return multiply_in_tiles<Avx512Vnni>(matrix, rows, count, sums);
    case Kernel::avx2: return multiply_in_tiles<Avx2>(matrix, rows, count, sums);
#endif
    default: return multiply_plain(matrix, rows, count, sums);
  }
}

}  // namespace dodona
