// Arrays by name: what a file holds of a model, or of a learner that is to go on learning later.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace dodona {

template <template <class> class Of>
using AnyOf = std::variant<Of<std::int8_t>, Of<std::uint8_t>, Of<std::int16_t>, Of<std::uint16_t>, Of<std::int32_t>,
                           Of<std::uint32_t>, Of<std::int64_t>, Of<std::uint64_t>, Of<float>, Of<double>>;
template <class T>
using Owned = std::vector<T>;
template <class T>
using View = std::span<const T>;

using NamedArrays = std::map<std::string, AnyOf<Owned>>;
/// Arrays that belong to somebody else.
using NamedViews = std::map<std::string, AnyOf<View>>;

/// The array of this name and type. Throws std::invalid_argument if there is none.
template <class T>
std::span<const T> array_named(const NamedViews& arrays, const std::string& name) {
  const auto found = arrays.find(name);
  const auto* const array = found == arrays.end() ? nullptr : std::get_if<View<T>>(&found->second);
  if (array == nullptr) throw std::invalid_argument("the array " + name + " is missing or of another type");
  return *array;
}

}  // namespace dodona
