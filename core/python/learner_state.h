// What a learner must keep to go on later, as arrays by name.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <utility>
#include <vector>

#include "python/arrays.h"

namespace dodona::python {

template <class Learner>
nb::dict state_of(const Learner& learner) {
  nb::dict out;
  auto state = learner.state();
  decltype(state)::each(state, [&](const char* name, auto& values) { out[name] = array_of(std::move(values)); });
  return out;
}

/// Throws what the learner throws if the arrays do not fit together.
template <class Learner>
void restore_state(Learner& learner, const nb::dict& from, std::size_t templates) {
  decltype(learner.state()) state;
  decltype(state)::each(state, [&]<class T>(const char* name, std::vector<T>& values) {
    const auto array = nb::cast<InputArray<T>>(from[name]);
    values.assign(array.data(), array.data() + array.size());
  });
  learner.restore(state, templates);
}

}  // namespace dodona::python
