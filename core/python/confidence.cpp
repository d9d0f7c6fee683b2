#include "confidence/estimators.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "confidence/decisions.h"
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
        const ConfidenceOptions options{estimator, temperature, samples, beam, seed};
        Confidences found =
            without_gil([&] { return confidences(parser, *treebank, options, threads, check_signals); });
        Treebank parsed = without_gil([&] { return parser.with_trees(*treebank, std::move(found.trees)); });
        return nb::make_tuple(PyTreebank(std::move(parsed), treebank.strings), array_of(std::move(found.heads)),
                              array_of(std::move(found.labels)), array_of(std::move(found.whole)),
                              array_of(std::move(found.margins)), array_of(std::move(found.left_over)));
      },
      "parser"_a, "treebank"_a, "estimator"_a, "temperature"_a, "samples"_a, "beam"_a, "seed"_a, "threads"_a,
      nb::sig("def confidences(parser: Parser, treebank: Treebank, estimator: Estimator, temperature: float, samples: "
              "int, beam: int, "
              "seed: int, threads: int) -> tuple[Treebank, numpy.typing.NDArray[numpy.float32], "
              "numpy.typing.NDArray[numpy.float32], "
              "numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32], "
              "numpy.typing.NDArray[numpy.uint8]]"),
      "A parsed treebank; for each word how sure its head and its label are; for each tree how sure all of it is; and "
      "for each word how far "
      "its transition was ahead of the next best, and whether it was left over.");
  module.def(
      "losses_at",
      [](const Parser& parser, const PyTreebank& treebank, const std::vector<float>& temperatures,
         std::size_t threads) {
        return without_gil([&] { return losses_at(parser, *treebank, temperatures, threads, check_signals); });
      },
      "parser"_a, "treebank"_a, "temperatures"_a, "threads"_a,
      "The mean of -log P(zero-cost transitions) over the decisions of a greedy parse, at each temperature.");

  module.def(
      "decisions",
      [](const Parser& parser, const PyTreebank& treebank, bool costs, std::size_t threads) {
        Decisions found = without_gil([&] { return decisions(parser, *treebank, costs, threads, check_signals); });
        return nb::make_tuple(array_of(std::move(found.begin)), array_of(std::move(found.transitions)),
                              array_of(std::move(found.probabilities)), array_of(std::move(found.costs)),
                              array_of(std::move(found.made_by)));
      },
      "parser"_a, "treebank"_a, "costs"_a, "threads"_a = 1,
      nb::sig("def decisions(parser: Parser, treebank: Treebank, costs: bool, threads: int = 1) -> "
              "tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.uint16], "
              "numpy.typing.NDArray[numpy.float32], "
              "numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.int32]]"),
      "Where each sentence's decisions begin; and of each decision the transition, its probability and its cost "
      "(nothing "
      "without `costs`); and for each word the decision that attached it.");
  module.def(
      "transitions_of",
      [](const Parser& parser) {
        nb::list all;
        for (TransitionId id = 0; id < parser.spec().transitions.size(); ++id) {
          const Transition transition = parser.spec().transitions[id];
          all.append(nb::make_tuple(transition.move, transition.label));
        }
        return all;
      },
      "parser"_a, nb::sig("def transitions_of(parser: Parser) -> list[tuple[Move, int]]"),
      "The moves and labels of a parser's transitions; the label is -1 if there is none.");
}

}  // namespace dodona::python
