#include "scoring/sum_rows.h"

#include <cstring>
#include <type_traits>

#include "base/target_clones.h"

namespace dodona {
namespace {

#if defined(__GNUC__) || defined(__clang__)
// Integers are added as unsigned ones, which may wrap around.
template <class T>
struct Number {
  using type = std::make_unsigned_t<T>;
};
template <>
struct Number<float> {
  using type = float;
};
template <class T, std::size_t kLanes>
using Vector __attribute__((vector_size(kLanes * sizeof(T)))) = T;

// Sums as many columns as fit into the registers, kVectors vectors of them, as often as there are that many left.
template <std::size_t kVectors, std::size_t kLanes, class Weight, class Sum>
DODONA_ALWAYS_INLINE void sum_blocks(std::span<const Weight* const> rows, std::size_t columns, Sum* sums,
                                     std::size_t& column) {
  using Sums = Vector<typename Number<Sum>::type, kLanes>;
  using Weights = Vector<Weight, kLanes>;
  for (; columns - column >= kVectors * kLanes; column += kVectors * kLanes) {
    Sums block[kVectors] = {};
    for (const Weight* const row : rows)
      for (std::size_t i = 0; i < kVectors; ++i) {
        Weights next;
        std::memcpy(&next, row + column + i * kLanes, sizeof next);
        block[i] += __builtin_convertvector(next, Sums);
      }
    std::memcpy(sums + column, block, sizeof block);
  }
}

template <class Weight, class Sum>
DODONA_ALWAYS_INLINE void sum_in_blocks(std::span<const Weight* const> rows, std::size_t columns, Sum* sums) {
  constexpr std::size_t kLanes = 32 / sizeof(Sum);
  std::size_t column = 0;
  sum_blocks<4, kLanes>(rows, columns, sums, column);
  sum_blocks<2, kLanes>(rows, columns, sums, column);
  sum_blocks<1, kRowLanes>(rows, columns, sums, column);
}
#else
template <class Weight, class Sum>
void sum_in_blocks(std::span<const Weight* const> rows, std::size_t columns, Sum* sums) {
  for (std::size_t column = 0; column < columns; ++column) {
    Sum sum = 0;
    for (const Weight* const row : rows) sum = static_cast<Sum>(sum + row[column]);
    sums[column] = sum;
  }
}
#endif

}  // namespace

DODONA_CLONES
void sum_rows(std::span<const float* const> rows, std::size_t columns, float* sums) {
  sum_in_blocks(rows, columns, sums);
}

DODONA_CLONES
void sum_rows(std::span<const std::int16_t* const> rows, std::size_t columns, std::int16_t* sums) {
  sum_in_blocks(rows, columns, sums);
}

DODONA_CLONES
void sum_rows(std::span<const std::int16_t* const> rows, std::size_t columns, std::int32_t* sums) {
  sum_in_blocks(rows, columns, sums);
}

}  // namespace dodona
