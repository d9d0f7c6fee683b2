// Scales of saved weights.
#pragma once

namespace dodona {

/// No weight that is saved as a float, and no scale by which scores are divided, is greater, nor is any scale smaller
/// than the inverse of this: then all sums and quotients of scores are finite floats. Numbers of trained models are far
/// inside these limits; those of a hostile file may be anything.
inline constexpr double kGreatestSaved = 1e18;

constexpr bool is_scale(double scale) { return scale >= 1 / kGreatestSaved && scale <= kGreatestSaved; }

}  // namespace dodona
