#include "confidence/estimators.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "confidence/temperature.h"
#include "python/arrays.h"
#include "python/signals.h"
#include "python/treebank.h"

namespace dodona::python {

using namespace nb::literals;

void bind_confidence(nb::module_& module) {
  nb::enum_<Estimator>(module, "Estimator", "Where confidence comes from.")
      .value("transition", Estimator::transition)
      .value("samples", Estimator::samples)
      .value("beam", Estimator::beam);
  module.def(
      "confidences",
      [](const Parser& parser, const PyTreebank& treebank, Estimator estimator, float temperature, std::size_t samples,
         std::size_t beam, std::uint64_t seed, std::size_t threads) {
        Confidences found;
        Treebank parsed;
        {
          nb::gil_scoped_release release;
          found = confidences(parser, *treebank, {estimator, temperature, samples, beam, seed}, threads, check_signals);
          parsed = parser.with_trees(*treebank, std::move(found.trees));
        }
        return nb::make_tuple(PyTreebank(std::move(parsed), treebank.strings), array_of(std::move(found.heads)),
                              array_of(std::move(found.labels)), array_of(std::move(found.whole)),
                              array_of(std::move(found.margins)), array_of(std::move(found.left_over)));
      },
      "parser"_a, "treebank"_a, "estimator"_a, "temperature"_a, "samples"_a, "beam"_a, "seed"_a, "threads"_a,
      nb::sig(
          "def confidences(parser: Parser, treebank: Treebank, estimator: Estimator, temperature: float, samples: int, beam: int, "
          "seed: int, threads: int) -> tuple[Treebank, numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32], "
          "numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.uint8]]"),
      "A parsed treebank; for each word how sure its head and its label are; for each tree how sure all of it is; and for each word how far "
      "its transition was ahead of the next best, and whether it was left over.");
  module.def(
      "losses_at",
      [](const Parser& parser, const PyTreebank& treebank, const std::vector<float>& temperatures,
         std::size_t threads) {
        nb::gil_scoped_release release;
        return losses_at(parser, *treebank, temperatures, threads, check_signals);
      },
      "parser"_a, "treebank"_a, "temperatures"_a, "threads"_a,
      "The mean of -log P(zero-cost transitions) over the decisions of a greedy parse, at each temperature.");
}

}  // namespace dodona::python
