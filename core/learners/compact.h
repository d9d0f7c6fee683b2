// Linear models in as few bytes as will do, for files.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learners/linear_model.h"

namespace dodona {

/// All of a model without what is there only to be read fast: a third of its size, or less.
std::vector<std::uint8_t> compacted(const LinearModel& model);

/// The model again, the same to the last bit. Throws std::invalid_argument if the bytes are none.
LinearModel expanded(std::span<const std::uint8_t> bytes);

}  // namespace dodona
