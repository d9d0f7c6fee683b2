#include "confidence/decisions.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "python/arrays.h"
#include "python/signals.h"
#include "python/treebank.h"

namespace dodona::python {

using namespace nb::literals;

void bind_decisions(nb::module_& module) {
  module.def(
      "decisions",
      [](const Parser& parser, const PyTreebank& treebank, bool costs, std::size_t threads) {
        Decisions found;
        {
          nb::gil_scoped_release release;
          found = decisions(parser, *treebank, costs, threads, check_signals);
        }
        return nb::make_tuple(array_of(std::move(found.begin)), array_of(std::move(found.transitions)),
                              array_of(std::move(found.probabilities)), array_of(std::move(found.costs)),
                              array_of(std::move(found.made_by)));
      },
      "parser"_a, "treebank"_a, "costs"_a, "threads"_a = 1,
      nb::sig(
          "def decisions(parser: Parser, treebank: Treebank, costs: bool, threads: int = 1) -> "
          "tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.uint16], numpy.typing.NDArray[numpy.float32], "
          "numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.int32]]"),
      "Where each sentence's decisions begin; and of each decision the transition, its probability and its cost (nothing "
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
