// Configurations and oracles one step at a time, for people who want to look.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "oracles/oracle.h"
#include "oracles/swap/lattice.h"
#include "oracles/swap/minimal.h"
#include "oracles/swap/swap_counts.h"
#include "oracles/swap/swap_standard.h"
#include "python/configuration.h"
#include "python/signals.h"
#include "python/treebank.h"
#include "transitions/system.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

// A gold tree; refuses what is no tree.
struct PyGold {
  PyGold(const std::vector<std::int32_t>& heads, const std::vector<Label>& labels, Label root_label)
      : gold(checked(heads, labels), labels, root_label) {}

  static const std::vector<std::int32_t>& checked(const std::vector<std::int32_t>& heads,
                                                  const std::vector<Label>& labels) {
    if (heads.size() != labels.size()) throw nb::value_error("one label for each head is needed");
    if (!find_tree_faults(heads).empty() || (!heads.empty() && is_headless(heads)))
      throw nb::value_error("the heads are not a tree");
    return heads;
  }

  Gold gold;
};

// An oracle prepared for a tree.
struct PyOracle {
  PyOracle(OracleChoice choice, const PyConfiguration& like, const PyGold& tree, float label_cost)
      : system(like.system), gold(tree.gold),
        oracle(with_interrupts([&] { return oracle_for(choice, system, gold, label_cost); })) {}

  std::vector<float> costs(const PyConfiguration& configuration) const {
    if (configuration.c.words() != gold.words()) throw nb::value_error("the gold tree has another number of words");
    std::vector<float> list;
    if (configuration.system.finished(configuration.c)) return list;
    const Costs costs = with_interrupts([&] { return oracle->costs(configuration.c); });
    for (const Move move : configuration.legal()) list.push_back(costs[index_of(move)]);
    return list;
  }

  TransitionSystem system;
  Gold gold;
  PreparedOracle oracle;
};

}  // namespace

void bind_configuration(nb::module_& module) {
  nb::enum_<Root>(module, "Root").value("first", Root::first).value("last", Root::last).value("none", Root::none);
  nb::enum_<Move>(module, "Move")
      .value("shift", Move::shift)
      .value("reduce", Move::reduce)
      .value("left_arc", Move::left_arc)
      .value("right_arc", Move::right_arc)
      .value("swap", Move::swap);
  nb::enum_<SystemChoice> systems(module, "SystemChoice");
  for_each_system([&]<class System>(SystemChoice choice) {
    std::string name(System::kName);
    std::ranges::replace(name, '-', '_');
    systems.value(name.c_str(), choice);
  });
  nb::enum_<OracleChoice> oracles(module, "OracleChoice");
  for (std::size_t i = 0; i < std::size(kOracleKinds); ++i)
    oracles.value(kOracleKinds[i].name, static_cast<OracleChoice>(i));
  module.def(
      "system_info",
      [](SystemChoice choice) {
        const TransitionSystem system(choice, Root::first, false);
        std::vector<Root> roots{Root::first, Root::last};
        if (!system.visit([](const auto& one) { return one.kNeedsRoot; })) roots.push_back(Root::none);
        return std::tuple(moves_in(system.moves()), roots, oracles_of(system), widest_oracle(system));
      },
      "choice"_a,
      "The moves of a transition system, the places of the root that it allows, its oracles, the default first, "
      "and the one that covers most configurations.");

  nb::class_<PyConfiguration>(module, "Configuration", "A configuration of a transition system.")
      .def(nb::init<Node, Root, bool, SystemChoice>(), "words"_a, "root"_a, "single_root"_a,
           "system"_a = choice_of<ArcEager>())
      .def("__copy__", [](const PyConfiguration& self) { return PyConfiguration(self); })
      .def_prop_ro("words", [](const PyConfiguration& self) { return self.c.words(); })
      .def_prop_ro("root", [](const PyConfiguration& self) { return self.system.root(); })
      .def_prop_ro("single_root", [](const PyConfiguration& self) { return self.system.single_root(); })
      .def_prop_ro(
          "stack", [](const PyConfiguration& self) { return self.c.stack(); }, "The nodes of the stack, its top last.")
      .def_prop_ro(
          "buffer",
          [](const PyConfiguration& self) {
            std::vector<Node> buffer;
            for (std::size_t i = 0; i < self.c.buffer_size(); ++i) buffer.push_back(self.c.buffer(i));
            return buffer;
          },
          "The nodes of the buffer, its front first.")
      .def(
          "ends",
          [](const PyConfiguration& self, std::size_t top, std::size_t front) {
            const std::vector<Node>& stack = self.c.stack();
            std::vector<Node> upper(stack.end() - static_cast<std::ptrdiff_t>(std::min(top, stack.size())),
                                    stack.end());
            std::vector<Node> first;
            for (std::size_t i = 0; i < std::min(front, self.c.buffer_size()); ++i) first.push_back(self.c.buffer(i));
            return std::tuple(upper, first);
          },
          "top"_a, "front"_a, "At most so many nodes of the top of the stack, and of the front of the buffer.")
      .def_prop_ro(
          "heads",
          [](const PyConfiguration& self) { return self.for_words([](const auto& word) { return word.head; }); })
      .def_prop_ro(
          "labels",
          [](const PyConfiguration& self) { return self.for_words([](const auto& word) { return word.label; }); })
      .def_prop_ro("finished", [](const PyConfiguration& self) { return self.system.finished(self.c); })
      .def(
          "arc",
          [](const PyConfiguration& self, Move move) {
            const Arc arc = self.system.arc(self.c, move);
            return std::tuple(arc.head, arc.dependent);
          },
          "move"_a, "The arc (head, dependent) that LEFT-ARC or RIGHT-ARC would build, if it is legal.")
      .def("legal", &PyConfiguration::legal, "The moves that may be made.")
      .def("apply", &PyConfiguration::apply, "move"_a, "label"_a = kNoLabel)
      .def("finish", &PyConfiguration::finish, "label"_a, "Attaches leftover words to the root.");

  nb::class_<PyGold>(module, "Gold", "A tree for oracles to compare with.")
      .def(nb::init<const std::vector<std::int32_t>&, const std::vector<Label>&, Label>(), "heads"_a, "labels"_a,
           "root_label"_a);

  nb::class_<PyOracle>(module, "Oracle", "An oracle, prepared for a tree and for the system of a configuration.")
      .def(nb::init<OracleChoice, const PyConfiguration&, const PyGold&, float>(), "choice"_a, "like"_a, "gold"_a,
           "label_cost"_a = 1.0f)
      .def("costs", &PyOracle::costs, "configuration"_a,
           "The cost of each legal move with its best label, in the order of `legal`.");

  module.attr("MINIMAL_BUDGET") = kMinimalBudget;
  module.def(
      "swap_counts",
      [](const PyTreebank& treebank, Root root, std::size_t budget) {
        const SwapCounts all = without_gil([&] {
          return with_interrupts([&] {
            SwapCounts counts;
            for (std::size_t i = 0; i < treebank->sentences(); ++i) {
              const auto heads = treebank->head(i);
              if (!heads.empty() && !is_headless(heads))
                counts.add(Gold(heads, std::vector<Label>(heads.size(), 0), 0), root, budget);
              poll_interrupt();
            }
            return counts;
          });
        });
        return std::tuple(all.trees, all.projective, all.eager, all.lazy, all.minimal, all.over_budget, all.unique);
      },
      "treebank"_a, "root"_a, "budget"_a,
      "Of a treebank's trees, without sentences that have none: how many there are, how many are projective; the swaps "
      "of EAGER, LAZY and MINIMAL; how many trees are over budget, and how many have one derivation in ND-ALL.");

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
        return without_gil(
            [&] { return lattice_of(gold.gold, root, all ? nd_all_moves : nd_sw_moves, limit, check_signals); });
      },
      "gold"_a, "root"_a, "all"_a, "limit"_a,
      "The lattice of a tree by ND-ALL or else by ND-SW; None if it has more configurations than `limit`.");
}

}  // namespace dodona::python
