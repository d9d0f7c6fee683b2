// Views of arrays, as if they had been read from a file.
#pragma once

#include "base/named_arrays.h"

namespace dodona {

inline NamedViews views_of(const NamedArrays& arrays) {
  NamedViews views;
  for (const auto& [name, array] : arrays)
    std::visit([&, &name = name]<class T>(const std::vector<T>& values) { views.emplace(name, View<T>(values)); },
               array);
  return views;
}

}  // namespace dodona
