#include "training/trainer.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <stdexcept>

#include "python/arrays.h"
#include "python/signals.h"
#include "python/treebank.h"
#include "training/factory.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

// The arrays of many references, as a dictionary, and the names of their labels.
class PyReferences {
 public:
  PyReferences(const nb::dict& arrays, std::vector<std::string> names)
      : views_(views_of(arrays)), names_(std::move(names)) {}

  ReferenceArrays arrays() const {
    const auto of = [&](const char* name) { return array_named<std::int32_t>(views_, name); };
    return {of("sentences"), of("sizes"), of("alternatives"), of("words"), of("heads"), of("labels"), names_};
  }

 private:
  NamedViews views_;
  std::vector<std::string> names_;
};

}  // namespace

void bind_trainer(nb::module_& module) {
  nb::enum_<TagChoice>(module, "TagChoice")
      .value("upos", TagChoice::upos)
      .value("xpos", TagChoice::xpos)
      .value("both", TagChoice::both);

  nb::class_<EpochReport>(module, "EpochReport", "What happened in an epoch of training.")
      .def_ro("decisions", &EpochReport::decisions)
      .def_ro("updates", &EpochReport::updates)
      .def_ro("cost", &EpochReport::cost)
      .def_ro("swaps", &EpochReport::swaps);

  nb::class_<Trainer>(module, "Trainer", "Trains a parser as a recipe says.")
      .def_static(
          "make",
          [](const PyTreebank& treebank, const std::string& templates, TagChoice tag, SystemChoice system, Root root,
             bool single_root, OracleChoice oracle, const nb::dict& options, std::size_t threads,
             std::optional<nb::dict> references, std::vector<std::string> names, const PyTreebank* lexicon,
             std::shared_ptr<Clusters> clusters) {
            const Options chosen = options_of(options);
            std::optional<PyReferences> many;
            if (references) many.emplace(*references, std::move(names));
            const nb::gil_scoped_release release;
            return with_interrupts([&] {
              const std::optional<ReferenceArrays> arrays = many ? std::optional(many->arrays()) : std::nullopt;
              return make_trainer(
                  {*treebank, templates, tag, TransitionSystem(system, root, single_root), oracle,
                   arrays ? &*arrays : nullptr, lexicon == nullptr ? nullptr : &**lexicon, std::move(clusters)},
                  chosen, threads);
            });
          },
          "treebank"_a, "templates"_a, "tag"_a, "system"_a, "root"_a, "single_root"_a, "oracle"_a, "options"_a,
          "threads"_a = 1, "references"_a = nb::none(), "names"_a = std::vector<std::string>(),
          "lexicon"_a.none() = nb::none(), "clusters"_a.none() = nb::none(),
          nb::sig("def make(treebank: Treebank, templates: str, tag: TagChoice, system: SystemChoice, root: Root, "
                  "single_root: bool, "
                  "oracle: OracleChoice, options: dict[str, int | float | str], threads: int = 1, "
                  "references: dict[str, numpy.typing.NDArray[numpy.int32]] | None = None, names: Sequence[str] = [], "
                  "lexicon: Treebank | None = None, clusters: Clusters | None = None) -> "
                  "Trainer"),
          "The trainer that the options of a recipe ask for; with `references`, one for sentences that have many "
          "references each. The strings of `lexicon` are known besides those of the treebank.")
      .def(
          "read",
          [](Trainer& self, const PyTreebank& treebank, std::uint64_t first) {
            const nb::gil_scoped_release release;
            self.read(*treebank, first);
          },
          "treebank"_a, "first"_a = 0,
          "Replaces the sentences to learn from, in an epoch of which `first` sentences came before these.")
      .def(
          "epoch",
          [](Trainer& self, int number) {
            const nb::gil_scoped_release release;
            return self.epoch(number, check_signals);
          },
          "number"_a, "Goes through the treebank once; epochs count from 1. With a beam, a decision is a sentence.")
      .def(
          "parser",
          [](const Trainer& self, double prune) {
            const nb::gil_scoped_release release;
            return self.parser(static_cast<float>(prune));
          },
          "prune"_a = 0.0, "The parser as it is now; with averaged weights if the learner averages them.")
      .def(
          "state", [](const Trainer& self) { return dict_of(self.learner().state()); },
          nb::sig("def state(self) -> dict[str, numpy.typing.NDArray[typing.Any]]"))
      .def(
          "restore", [](Trainer& self, const nb::dict& state) { self.learner().restore(views_of(state)); }, "state"_a,
          nb::sig("def restore(self, state: dict[str, numpy.typing.NDArray[typing.Any]]) -> None"))
      .def(
          "survivors", [](const Trainer& self) { return array_of(self.survivors()); },
          nb::sig("def survivors(self) -> numpy.typing.NDArray[numpy.int32]"),
          "With many references: the alternative of each group that survived when its sentence was last learnt from.")
      .def_prop_ro("features", [](const Trainer& self) { return self.learner().features(); })
      .def_prop_ro("transitions", [](const Trainer& self) { return self.spec().transitions.size(); });
}

}  // namespace dodona::python
