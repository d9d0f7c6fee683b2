// The lattice of a tree, for Python to draw.
#include "oracles/swap/lattice.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <vector>

#include "oracles/swap/swap_standard.h"
#include "python/gold.h"
#include "python/signals.h"
#include "python/treebank.h"

namespace dodona::python {

using namespace nb::literals;

void bind_lattice(nb::module_& module) {
  nb::class_<Lattice>(module, "Lattice", "Configurations and the transitions between them that an oracle allows.")
      .def_ro("columns", &Lattice::columns, "The most transitions that lead to each configuration; never falling.")
      .def_prop_ro(
          "transitions",
          [](const Lattice& self) {
            std::vector<std::tuple<Lattice::Place, Lattice::Place, Move>> list;
            for (const auto& made : self.transitions) list.emplace_back(made.before, made.after, made.move);
            return list;
          },
          "From which configuration to which, and by which move.")
      .def_ro("fewest_swaps", &Lattice::fewest_swaps);
  module.def(
      "lattice_of",
      [](const PyGold& gold, Root root, bool all, std::size_t limit) {
        if (root == Root::none) throw nb::value_error("without a root nothing takes the last word");
        nb::gil_scoped_release release;
        return lattice_of(gold.gold, root, all ? nd_all_moves : nd_sw_moves, limit, check_signals);
      },
      "gold"_a, "root"_a, "all"_a, "limit"_a,
      "The lattice of a tree by ND-ALL or else by ND-SW; None if it has more configurations than `limit`.");
}

}  // namespace dodona::python
