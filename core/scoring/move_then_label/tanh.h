// The hyperbolic tangent of many numbers.
#pragma once

#include <cstddef>

namespace dodona {

/// Replaces each value by its hyperbolic tangent, accurate to about 1e-4: Lambert's continued fraction, truncated after
/// seven terms and clamped to 1. The same bits on every processor, and about ten times as fast as std::tanh.
void tanh_of(float* values, std::size_t count);

}  // namespace dodona
