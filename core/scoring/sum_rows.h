// Sums of rows that have one weight per output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dodona {

/// Rows have a multiple of this many columns; the content of the padding does not matter.
inline constexpr std::size_t kRowLanes = 8;
inline constexpr std::size_t row_width(std::size_t outputs, std::size_t lanes = kRowLanes) {
  return (outputs + lanes - 1) / lanes * lanes;
}

/// Sets `sums` to the sum of some rows, which may begin anywhere and overlap. Each column is added up in the order of
/// the rows, whatever the width of the processor's vectors; sums of 16 bits wrap around.
void sum_rows(std::span<const float* const> rows, std::size_t columns, float* sums);
void sum_rows(std::span<const std::int16_t* const> rows, std::size_t columns, std::int16_t* sums);
void sum_rows(std::span<const std::int16_t* const> rows, std::size_t columns, std::int32_t* sums);

}  // namespace dodona
