// Sums of rows that have one weight per transition.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dodona {

/// The number of columns added at a time. Rows have a multiple of it; the content of the padding does not matter.
inline constexpr std::size_t kDenseLanes = 32;
inline constexpr std::size_t dense_width(std::size_t transitions) {
  return (transitions + kDenseLanes - 1) / kDenseLanes * kDenseLanes;
}

/// Sets `sums` to the sum of `count` rows, which may begin anywhere and overlap. Each column is added up in the order
/// of the rows, whatever the width of the processor's vectors; sums of 16 bits wrap around.
void add_dense(const float* const* rows, std::size_t count, std::size_t columns, float* sums);
void add_dense(const std::int16_t* const* rows, std::size_t count, std::size_t columns, std::int16_t* sums);

}  // namespace dodona
