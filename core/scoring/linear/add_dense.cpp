#include "scoring/linear/add_dense.h"

#include <algorithm>
#include <cstring>

#include "base/target_clones.h"

namespace dodona {

// 32 columns at a time, so that they stay in registers.
#if defined(__GNUC__) || defined(__clang__)
using Floats = float __attribute__((vector_size(32)));
using Shorts = std::uint16_t __attribute__((vector_size(32)));  // unsigned: overflow must wrap around

DODONA_CLONES
void add_dense(const float* const* rows, std::size_t count, std::size_t columns, float* sums) {
  for (std::size_t column = 0; column < columns; column += kDenseLanes) {
    Floats a{}, b{}, c{}, d{}, next;
    for (std::size_t row = 0; row < count; ++row) {
      const float* const weights = rows[row] + column;
      std::memcpy(&next, weights, sizeof next);
      a += next;
      std::memcpy(&next, weights + 8, sizeof next);
      b += next;
      std::memcpy(&next, weights + 16, sizeof next);
      c += next;
      std::memcpy(&next, weights + 24, sizeof next);
      d += next;
    }
    std::memcpy(sums + column, &a, sizeof a);
    std::memcpy(sums + column + 8, &b, sizeof b);
    std::memcpy(sums + column + 16, &c, sizeof c);
    std::memcpy(sums + column + 24, &d, sizeof d);
  }
}

DODONA_CLONES
void add_dense(const std::int16_t* const* rows, std::size_t count, std::size_t columns, std::int16_t* sums) {
  std::size_t column = 0;
  for (; columns - column >= 2 * kDenseLanes; column += 2 * kDenseLanes) {
    Shorts a{}, b{}, c{}, d{}, next;
    for (std::size_t row = 0; row < count; ++row) {
      const std::int16_t* const weights = rows[row] + column;
      std::memcpy(&next, weights, sizeof next);
      a += next;
      std::memcpy(&next, weights + 16, sizeof next);
      b += next;
      std::memcpy(&next, weights + 32, sizeof next);
      c += next;
      std::memcpy(&next, weights + 48, sizeof next);
      d += next;
    }
    std::memcpy(sums + column, &a, sizeof a);
    std::memcpy(sums + column + 16, &b, sizeof b);
    std::memcpy(sums + column + 32, &c, sizeof c);
    std::memcpy(sums + column + 48, &d, sizeof d);
  }
  if (column == columns) return;
  Shorts a{}, b{}, next;
  for (std::size_t row = 0; row < count; ++row) {
    const std::int16_t* const weights = rows[row] + column;
    std::memcpy(&next, weights, sizeof next);
    a += next;
    std::memcpy(&next, weights + 16, sizeof next);
    b += next;
  }
  std::memcpy(sums + column, &a, sizeof a);
  std::memcpy(sums + column + 16, &b, sizeof b);
}
#else
void add_dense(const float* const* rows, std::size_t count, std::size_t columns, float* sums) {
  std::fill_n(sums, columns, 0.0f);
  for (std::size_t row = 0; row < count; ++row)
    for (std::size_t i = 0; i < columns; ++i) sums[i] += rows[row][i];
}

void add_dense(const std::int16_t* const* rows, std::size_t count, std::size_t columns, std::int16_t* sums) {
  std::fill_n(sums, columns, std::int16_t{0});
  for (std::size_t row = 0; row < count; ++row)
    for (std::size_t i = 0; i < columns; ++i) sums[i] = static_cast<std::int16_t>(sums[i] + rows[row][i]);
}
#endif

}  // namespace dodona
