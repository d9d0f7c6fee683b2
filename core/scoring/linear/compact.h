// Linear models in as few bytes as will do, for files.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scoring/linear/packed_weights.h"

namespace dodona {

/// All of a model without what is there only to be read fast: a third of its size, or less.
std::vector<std::uint8_t> compacted(const PackedWeights& model);

/// The model again, the same to the last bit. Throws std::invalid_argument if the bytes are none.
PackedWeights expanded(std::span<const std::uint8_t> bytes);

}  // namespace dodona
