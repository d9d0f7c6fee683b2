// The innermost loop of a linear parser: adding rows of weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dodona {

/// Sets `sums` to the sum over the rows numbered in `which` of `rows[...] << shifts[...]`, and of the rows
/// that are sums already in `more`.
///
/// Rows have `width` columns, a multiple of 32. The widest vectors that the processor has are used;
/// sums of integers do not depend on it.
void add_rows(const std::int8_t* rows, const std::uint8_t* shifts, std::size_t width, std::span<const std::uint32_t> which,
              std::span<const std::int16_t* const> more, std::int16_t* sums);

}  // namespace dodona
