// The innermost loops of AdaGrad-RDA: rows of g, each followed by a row of G.
#pragma once

#include <cstddef>
#include <span>

namespace dodona {

/// Rows have a multiple of kRowLanes columns (scoring/sum_rows.h).
///
/// Sets `sums` to the sums over rows of sign(g) max(0, |g| - threshold) / sqrt(G + rho).
///
/// Every column is summed in the order of the rows, and quotients and square roots are rounded as IEEE 754 demands, so
/// the result does not depend on the width of the processor's vectors.
void add_weights(std::span<const float* const> rows, std::size_t columns, float threshold, float rho, float* sums);

/// Adds the gradient to g and its squares to G.
void add_gradient(float* row, const float* gradient, std::size_t columns);

}  // namespace dodona
