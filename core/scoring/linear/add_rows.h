// The innermost loop of a linear parser: adding rows of weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dodona {

/// The number of a row and, in the lowest four bits, its shift: weights are multiples of 2^shift, with shift at most
/// kMostShift.
using RowReference = std::uint32_t;
inline constexpr std::uint32_t kShiftBits = 4, kMostShift = 7;
inline constexpr std::size_t row_of(RowReference reference) { return reference >> kShiftBits; }
inline constexpr std::uint32_t shift_of(RowReference reference) { return reference & ((1u << kShiftBits) - 1); }

/// Sets `sums` to the sum over the rows in `which` of `rows[...] << shift`, and of `more`, rows of sums.
///
/// Rows have `width` columns, a multiple of 32, and come in pairs: `which` has an even size. No partial sum may
/// overflow 16 bits. Uses the widest vectors of the processor; integer sums do not depend on that.
void add_rows(const std::int8_t* rows, std::size_t width, std::span<const RowReference> which,
              std::span<const std::int16_t* const> more, std::int16_t* sums);

/// All implementations that this processor can run, the fastest first.
using AddRows = void (*)(const std::int8_t*, std::size_t, std::span<const RowReference>,
                         std::span<const std::int16_t* const>, std::int16_t*);
std::vector<AddRows> ways_to_add_rows();

}  // namespace dodona
