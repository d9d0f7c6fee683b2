// The weights of a linear model as arrays by name.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstring>
#include <stdexcept>
#include <vector>

#include "learners/linear_model.h"
#include "python/arrays.h"

namespace dodona::python {

template <class T>
Array<T> copied(std::span<const T> values) {
  return array_of(std::vector<T>(values.begin(), values.end()));
}

/// The arrays of a model, and its numbers as arrays of one.
inline nb::dict weights_of(const LinearModel& model) {
  const LinearModel::Parts parts = model.parts();
  const std::span<const std::uint8_t> buckets(reinterpret_cast<const std::uint8_t*>(parts.buckets.data()), parts.buckets.size_bytes());
  nb::dict out;
  out["buckets"] = copied(buckets);
  out["rows"] = copied(parts.rows);
  out["shifts"] = copied(parts.shifts);
  out["entries"] = copied(parts.entries);
  out["outputs"] = array_of(std::vector<std::uint64_t>{parts.transitions, parts.homes});
  out["scale"] = array_of(std::vector<double>{parts.scale});
  return out;
}

/// What `weights_of` gave. Throws std::invalid_argument if it does not fit together.
inline LinearModel linear_model_of(const nb::dict& from) {
  const auto array = [&]<class T>(const char* name, T) {
    InputArray<T> found;
    if (!from.contains(name) || !nb::try_cast(from[name], found)) throw std::invalid_argument("weights are missing");
    return found;
  };
  const auto buckets = array("buckets", std::uint8_t{});
  const auto rows = array("rows", std::int8_t{});
  const auto shifts = array("shifts", std::uint8_t{});
  const auto entries = array("entries", std::uint32_t{});
  const auto outputs = array("outputs", std::uint64_t{});
  const auto scale = array("scale", double{});
  if (buckets.size() % sizeof(LinearModel::Bucket) != 0) throw std::invalid_argument("a bucket is cut off");
  if (outputs.size() != 2 || scale.size() != 1) throw std::invalid_argument("weights are missing");
  std::vector<LinearModel::Bucket> table(buckets.size() / sizeof(LinearModel::Bucket));
  if (!table.empty()) std::memcpy(table.data(), buckets.data(), buckets.size());
  return LinearModel({static_cast<std::size_t>(outputs.data()[0]), static_cast<std::size_t>(outputs.data()[1]), table, {rows.data(), rows.size()},
                      {shifts.data(), shifts.size()}, {entries.data(), entries.size()}, scale.data()[0]});
}

}  // namespace dodona::python
