// Configurations and oracles one step at a time, for people who want to look.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include "oracles/arc_eager_dynamic.h"
#include "oracles/arc_eager_static.h"
#include "python/treebank.h"
#include "transitions/arc_eager.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

// A configuration that knows its system, and refuses what the system does.
struct PyConfiguration {
  PyConfiguration(Node words, Root root, bool single_root) : system(root, single_root) {
    if (words < 0) throw nb::value_error("a sentence cannot have fewer than no words");
    system.start(c, words);
  }

  std::vector<Move> legal() const {
    const MoveSet set = system.legal(c);
    std::vector<Move> moves;
    for (const Move move : kAllMoves)
      if (set.has(move)) moves.push_back(move);
    return moves;
  }

  void apply(Move move, Label label) {
    if (!system.legal(c).has(move)) throw nb::value_error("the move is not legal here");
    if (builds_arc(move) != (label >= 0)) throw nb::value_error("arcs have labels, and only they");
    ArcEager::apply(c, move, label);
  }

  void finish(Label label) {
    if (!system.finished(c)) throw nb::value_error("the sentence is not done");
    ArcEager::finish(c, label);
  }

  template <class F>
  std::vector<std::int32_t> for_words(F value) const {
    std::vector<std::int32_t> values;
    for (Node word = 1; word <= c.words(); ++word) values.push_back(value(c[word]));
    return values;
  }

  ArcEager system;
  Configuration c;
};

struct PyGold {
  PyGold(const std::vector<std::int32_t>& heads, const std::vector<Label>& labels, Label root_label) : gold(checked(heads, labels), labels, root_label) {}

  static const std::vector<std::int32_t>& checked(const std::vector<std::int32_t>& heads, const std::vector<Label>& labels) {
    if (heads.size() != labels.size()) throw nb::value_error("one label for each head is needed");
    if (!find_tree_faults(heads).empty() || (!heads.empty() && is_headless(heads))) throw nb::value_error("the heads are not a tree");
    return heads;
  }

  Gold gold;
};

void check_fit(const PyConfiguration& configuration, const PyGold& gold) {
  if (configuration.c.words() != gold.gold.words()) throw nb::value_error("the gold tree has another number of words");
}

std::vector<float> listed(const PyConfiguration& configuration, const Costs& costs) {
  std::vector<float> list;
  for (const Move move : configuration.legal()) list.push_back(costs[index_of(move)]);
  return list;
}

}  // namespace

void bind_configuration(nb::module_& module) {
  nb::enum_<Root>(module, "Root").value("first", Root::first).value("last", Root::last).value("none", Root::none);
  nb::enum_<Move>(module, "Move")
      .value("shift", Move::shift)
      .value("reduce", Move::reduce)
      .value("left_arc", Move::left_arc)
      .value("right_arc", Move::right_arc);

  nb::class_<PyConfiguration>(module, "Configuration", "A configuration of the arc-eager system.")
      .def(nb::init<Node, Root, bool>(), "words"_a, "root"_a, "single_root"_a)
      .def("__copy__", [](const PyConfiguration& self) { return PyConfiguration(self); })
      .def_prop_ro("words", [](const PyConfiguration& self) { return self.c.words(); })
      .def_prop_ro("root", [](const PyConfiguration& self) { return self.system.root(); })
      .def_prop_ro("single_root", [](const PyConfiguration& self) { return self.system.single_root(); })
      .def_prop_ro("stack", [](const PyConfiguration& self) { return self.c.stack(); }, "The nodes of the stack, its top last.")
      .def_prop_ro(
          "buffer",
          [](const PyConfiguration& self) {
            std::vector<Node> buffer;
            for (std::size_t i = 0; i < self.c.buffer_size(); ++i) buffer.push_back(self.c.buffer(i));
            return buffer;
          },
          "The nodes of the buffer, its front first.")
      .def_prop_ro("heads", [](const PyConfiguration& self) { return self.for_words([](const auto& word) { return word.head; }); })
      .def_prop_ro("labels", [](const PyConfiguration& self) { return self.for_words([](const auto& word) { return word.label; }); })
      .def_prop_ro("finished", [](const PyConfiguration& self) { return self.system.finished(self.c); })
      .def("legal", &PyConfiguration::legal, "The moves that may be made.")
      .def("apply", &PyConfiguration::apply, "move"_a, "label"_a = kNoLabel)
      .def("finish", &PyConfiguration::finish, "label"_a, "Attaches leftover words to the root.");

  nb::class_<PyGold>(module, "Gold", "A tree for oracles to compare with.")
      .def(nb::init<const std::vector<std::int32_t>&, const std::vector<Label>&, Label>(), "heads"_a, "labels"_a, "root_label"_a);

  module.def(
      "dynamic_costs",
      [](const PyConfiguration& configuration, const PyGold& gold, float label_cost) {
        check_fit(configuration, gold);
        return listed(configuration, ArcEagerDynamicOracle(configuration.system, label_cost).costs(configuration.c, gold.gold));
      },
      "configuration"_a, "gold"_a, "label_cost"_a, "The cost of each legal move with its best label, in the order of `legal`.");
  module.def(
      "static_costs",
      [](const PyConfiguration& configuration, const PyGold& gold) {
        check_fit(configuration, gold);
        if (configuration.system.finished(configuration.c)) return std::vector<float>{};
        return listed(configuration, ArcEagerStaticOracle(configuration.system).costs(configuration.c, gold.gold));
      },
      "configuration"_a, "gold"_a, "0 for the move that the static oracle makes and 1 for the other legal ones.");
}

}  // namespace dodona::python
