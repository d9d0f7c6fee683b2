#include "learners/gradient_rows.h"

#include <cmath>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define DODONA_X86 1
#include <immintrin.h>
#endif

namespace dodona {
namespace {

void add_weights_anywhere(std::span<const float* const> rows, std::size_t columns, float threshold, float rho,
                          float* sums) {
  for (std::size_t column = 0; column < columns; ++column) {
    float sum = 0;
    for (const float* const row : rows) {
      const float g = row[column], more = std::abs(g) - threshold;
      if (more > 0) sum += std::copysign(more, g) / std::sqrt(row[columns + column] + rho);
    }
    sums[column] = sum;
  }
}

void add_gradient_anywhere(float* row, const float* gradient, std::size_t columns) {
  for (std::size_t i = 0; i < columns; ++i) {
    row[i] += gradient[i];
    row[columns + i] += gradient[i] * gradient[i];
  }
}

#if defined(DODONA_X86)

__attribute__((target("avx2"))) void add_weights_avx2(std::span<const float* const> rows, std::size_t columns,
                                                      float threshold, float rho, float* sums) {
  const __m256 sign = _mm256_set1_ps(-0.0f), t = _mm256_set1_ps(threshold), r = _mm256_set1_ps(rho),
               zero = _mm256_setzero_ps();
  for (std::size_t column = 0; column < columns; column += 8) {
    __m256 sum = zero;
    for (const float* const row : rows) {
      const __m256 g = _mm256_loadu_ps(row + column);
      const __m256 more = _mm256_sub_ps(_mm256_andnot_ps(sign, g), t);
      const __m256 is_more = _mm256_cmp_ps(more, zero, _CMP_GT_OQ);
      // The penalty makes most weights 0: usually there is nothing to compute.
      if (_mm256_movemask_ps(is_more) == 0) continue;
      const __m256 root = _mm256_sqrt_ps(_mm256_add_ps(_mm256_loadu_ps(row + columns + column), r));
      const __m256 shrunk = _mm256_and_ps(is_more, _mm256_or_ps(more, _mm256_and_ps(sign, g)));
      sum = _mm256_add_ps(sum, _mm256_div_ps(shrunk, root));
    }
    _mm256_storeu_ps(sums + column, sum);
  }
}

__attribute__((target("avx2"))) void add_gradient_avx2(float* row, const float* gradient, std::size_t columns) {
  for (std::size_t column = 0; column < columns; column += 8) {
    const __m256 d = _mm256_loadu_ps(gradient + column);
    _mm256_storeu_ps(row + column, _mm256_add_ps(_mm256_loadu_ps(row + column), d));
    float* const squares = row + columns + column;
    _mm256_storeu_ps(squares, _mm256_add_ps(_mm256_loadu_ps(squares), _mm256_mul_ps(d, d)));
  }
}

#endif

struct Loops {
  decltype(&add_weights_anywhere) weights = add_weights_anywhere;
  decltype(&add_gradient_anywhere) gradient = add_gradient_anywhere;
};

const Loops& fastest() {
  static const Loops chosen = [] {
#if defined(DODONA_X86)
    if (__builtin_cpu_supports("avx2")) return Loops{add_weights_avx2, add_gradient_avx2};
#endif
    return Loops{};
  }();
  return chosen;
}

}  // namespace

void add_weights(std::span<const float* const> rows, std::size_t columns, float threshold, float rho, float* sums) {
  fastest().weights(rows, columns, threshold, rho, sums);
}

void add_gradient(float* row, const float* gradient, std::size_t columns) {
  fastest().gradient(row, gradient, columns);
}

}  // namespace dodona
