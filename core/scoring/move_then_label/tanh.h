// The hyperbolic tangent of many numbers.
#pragma once

#include <cstddef>

namespace dodona {

/// Replaces each value by its hyperbolic tangent, right to about 1e-4: Lambert's continued fraction, cut off after
/// seven terms and where it reaches 1. The same bits on every processor, and some ten times as fast as std::tanh, which
/// a parser with hidden units would wait for.
void tanh_of(float* values, std::size_t count);

}  // namespace dodona
