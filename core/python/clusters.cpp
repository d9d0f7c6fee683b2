// Clusters of words.
#include "text/clusters.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "python/arrays.h"
#include "python/signals.h"
#include "python/treebank.h"
#include "training/clustering.h"

namespace dodona::python {

using namespace nb::literals;

void bind_clusters(nb::module_& module) {
  nb::class_<Clusters>(module, "Clusters", "The clusters of some words, which are known by hashes.")
      .def(
          "__init__",
          [](Clusters* self, const std::vector<std::string>& words, const InputArray<std::uint16_t>& numbers) {
            new (self) Clusters(Clusters::of(words, span_of(numbers)));
          },
          "words"_a, "numbers"_a)
      .def_static(
          "of_arrays",
          [](const InputArray<std::uint32_t>& hashes, const InputArray<std::uint16_t>& numbers) {
            return Clusters(vector_of(hashes), vector_of(numbers));
          },
          "hashes"_a, "numbers"_a)
      .def("find", &Clusters::find, "form"_a, "The number of a word's cluster, if it has one.")
      .def("__len__", [](const Clusters& self) { return self.hashes().size(); })
      .def(
          "arrays",
          [](const Clusters& self) {
            return dict_of(NamedArrays{{"hashes", self.hashes()}, {"numbers", self.numbers()}});
          },
          nb::sig("def arrays(self) -> dict[str, numpy.typing.NDArray[typing.Any]]"));

  nb::class_<Clustering>(module, "Clustering", "Learns clusters of words from the words beside them.")
      .def(nb::init<>())
      .def(
          "add", [](Clustering& self, const PyTreebank& treebank) { self.add(*treebank); }, "treebank"_a, WithoutGil())
      .def(
          "clusters",
          [](const Clustering& self, std::size_t count, std::size_t most_words, std::size_t least) {
            return without_gil([&] { return self.clusters(count, most_words, least, check_signals); });
          },
          "count"_a, "most_words"_a, "least"_a, "Words with their clusters, the most frequent first.");
}

}  // namespace dodona::python
