// A compact file format for linear models.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scoring/linear/packed_weights.h"

namespace dodona {

/// A model without its layout for fast lookup: at most a third of the size.
std::vector<std::uint8_t> compacted(const PackedWeights& model);

/// Restores the model bit for bit. Throws std::invalid_argument if the bytes are not a model, if it has more than
/// `most` transitions, or if it would take far more memory than any model of so many bytes does.
PackedWeights expanded(std::span<const std::uint8_t> bytes, std::size_t most);

}  // namespace dodona
