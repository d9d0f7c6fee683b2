// A gold tree as Python gives it.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <vector>

#include "oracles/gold.h"

namespace dodona::python {

/// Refuses what is no tree.
struct PyGold {
  PyGold(const std::vector<std::int32_t>& heads, const std::vector<Label>& labels, Label root_label)
      : gold(checked(heads, labels), labels, root_label) {}

  static const std::vector<std::int32_t>& checked(const std::vector<std::int32_t>& heads,
                                                  const std::vector<Label>& labels) {
    if (heads.size() != labels.size()) throw nanobind::value_error("one label for each head is needed");
    if (!find_tree_faults(heads).empty() || (!heads.empty() && is_headless(heads)))
      throw nanobind::value_error("the heads are not a tree");
    return heads;
  }

  Gold gold;
};

}  // namespace dodona::python
