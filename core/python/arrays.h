// NumPy arrays for the bindings.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/named_arrays.h"
#include "base/options.h"

namespace dodona::python {

namespace nb = nanobind;

template <class T>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<1>, nb::c_contig>;
template <class T>
using InputArray = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// An array that owns these values.
template <class T>
Array<T> array_of(std::vector<T> values) {
  auto* const kept = new std::vector<T>(std::move(values));
  nb::capsule owner(kept, [](void* vector) noexcept { delete static_cast<std::vector<T>*>(vector); });
  return Array<T>(kept->data(), {kept->size()}, owner);
}

template <class T>
std::span<const T> span_of(const InputArray<T>& array) {
  return {array.data(), array.size()};
}
template <class T>
std::vector<T> vector_of(const InputArray<T>& array) {
  return {array.data(), array.data() + array.size()};
}

inline nb::dict dict_of(NamedArrays arrays) {
  nb::dict dict;
  for (auto& [name, array] : arrays)
    std::visit([&, &name = name](auto& values) { dict[name.c_str()] = array_of(std::move(values)); }, array);
  return dict;
}

/// The arrays of a dictionary, which must outlive them. Throws std::invalid_argument if something is no array of one
/// dimension.
inline NamedViews views_of(const nb::dict& dict) {
  NamedViews views;
  for (const auto& [key, value] : dict) {
    const auto name = nb::cast<std::string>(key);
    const auto view_as = [&]<class T>(T) {
      InputArray<T> array;
      if (!nb::try_cast(value, array, false)) return false;
      views.emplace(name, span_of(array));
      return true;
    };
    if (!(view_as(std::int8_t{}) || view_as(std::uint8_t{}) || view_as(std::int16_t{}) || view_as(std::uint16_t{}) ||
          view_as(std::int32_t{}) || view_as(std::uint32_t{}) || view_as(std::int64_t{}) || view_as(std::uint64_t{}) ||
          view_as(float{}) || view_as(double{})))
      throw std::invalid_argument("the array " + name + " is of the wrong type");
  }
  return views;
}

/// Options from a dictionary of numbers, words and truth values.
inline Options options_of(const nb::dict& dict) {
  Options options;
  for (const auto& [key, value] : dict) {
    const auto name = nb::cast<std::string>(key);
    std::int64_t whole = 0;
    if (nb::isinstance<nb::str>(value))
      options.set(name, nb::cast<std::string>(value));
    else if (nb::isinstance<nb::float_>(value))
      options.set(name, nb::cast<double>(value));
    else if (nb::try_cast(value, whole))
      options.set(name, whole);
    else
      throw std::invalid_argument(name + " is neither a number nor a word");
  }
  return options;
}

inline nb::dict dict_of(const Options& options) {
  nb::dict dict;
  for (const auto& [name, value] : options.all())
    std::visit([&, &name = name](const auto& each) { dict[name.c_str()] = nb::cast(each); }, value);
  return dict;
}

}  // namespace dodona::python
