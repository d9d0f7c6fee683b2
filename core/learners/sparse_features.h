// The input of the base learners of learning to search: hashed features with values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dodona {

/// Features by their 64-bit hashes. Without `values` all features have the same value, usually 1, as the features of a
/// configuration do.
struct SparseFeatures {
  std::span<const std::uint64_t> keys;
  const float* values = nullptr;
  float each = 1;

  std::size_t size() const { return keys.size(); }
  float value(std::size_t i) const { return values == nullptr ? each : values[i]; }
};

}  // namespace dodona
