#include "search/spanning_tree.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "python/arrays.h"
#include "python/signals.h"
#include "python/treebank.h"

namespace dodona::python {

using namespace nb::literals;

void bind_spanning_tree(nb::module_& module) {
  module.def(
      "spanning_trees",
      [](const InputArray<float>& scores, const InputArray<std::int64_t>& offsets, bool single_root,
         std::size_t threads) {
        return array_of(without_gil(
            [&] { return spanning_trees(span_of(scores), span_of(offsets), single_root, threads, check_signals); }));
      },
      "scores"_a, "offsets"_a, "single_root"_a, "threads"_a = 1,
      nb::sig("def spanning_trees(scores: numpy.typing.NDArray[numpy.float32], offsets: "
              "numpy.typing.NDArray[numpy.int64], single_root: bool, threads: int = 1) -> "
              "numpy.typing.NDArray[numpy.int32]"),
      "The heads of the maximum spanning trees of sentences, whose words begin at `offsets`. A sentence of n words has "
      "n * (n + 1) scores: for each word that of the root as its head, then those of the words.");
}

}  // namespace dodona::python
