// The weights of a linear model as an array.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <vector>

#include "python/arrays.h"
#include "scoring/linear/compact.h"

namespace dodona::python {

template <class T>
Array<T> copied(std::span<const T> values) {
  return array_of(std::vector<T>(values.begin(), values.end()));
}

/// A model as bytes.
inline Array<std::uint8_t> weights_of(const PackedWeights& model) { return array_of(compacted(model)); }

/// The model again. Throws std::invalid_argument if the bytes are none.
inline PackedWeights packed_weights_of(const InputArray<std::uint8_t>& bytes) {
  return expanded({bytes.data(), bytes.size()});
}

}  // namespace dodona::python
