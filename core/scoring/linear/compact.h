// Linear models in few bytes, for files.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scoring/linear/packed_weights.h"

namespace dodona {

/// A model without the layout that makes reading it fast: a third of its size, or less.
std::vector<std::uint8_t> compacted(const PackedWeights& model);

/// The model again, the same to the last bit. Throws std::invalid_argument if the bytes are not a model.
PackedWeights expanded(std::span<const std::uint8_t> bytes);

}  // namespace dodona
