// From costs of actions to targets of regressions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dodona {

/// What a regression for each action is to predict.
enum class Reduction : std::uint8_t {
  csoaa,       ///< the cost of the action (cost-sensitive one-against-all)
  multiclass,  ///< 0 if the action is the best one, or else 1 (one-against-all)
};

using Action = std::uint32_t;

}  // namespace dodona
