#include "search/parser.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "features/templates.h"
#include "python/arrays.h"
#include "python/configuration.h"
#include "python/parser_spec.h"
#include "python/signals.h"
#include "python/treebank.h"
#include "scoring/constrained_model.h"
#include "scoring/linear/linear_model.h"
#include "scoring/network/network_model.h"
#include "scoring/registry.h"
#include "search/constrained.h"
#include "search/most_probable.h"
#include "search/nbest.h"
#include "tagging/network_tags.h"
#include "text/characters.h"
#include "training/shortcuts.h"
#include "treebank/tree.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

using Names = std::vector<std::string>;

// A scorer written in Python: `start(treebank of one sentence)` and `score(configuration)`, which returns a float for
// each transition. Each thread has its `copy()`.
class PythonScorer final : public Scorer {
 public:
  PythonScorer(const nb::object& scorer, const ParserSpec& spec, const Treebank& treebank)
      : spec_(spec), treebank_(treebank) {
    const nb::gil_scoped_acquire acquire;
    scorer_ = scorer.attr("copy")();
  }
  ~PythonScorer() override {
    const nb::gil_scoped_acquire acquire;
    scorer_.reset();
  }

  void start(std::size_t sentence) override {
    const nb::gil_scoped_acquire acquire;
    Treebank one = treebank_.without_sentences();
    one.append(treebank_, sentence);
    scorer_.attr("start")(PyTreebank(std::move(one)));
  }
  const float* score(const Configuration& c) override { return ask(c); }
  const float* score(const SharedConfiguration& c) override {
    plain_.assign(c);
    return ask(plain_);
  }

 private:
  const float* ask(const Configuration& c) {
    const nb::gil_scoped_acquire acquire;
    scores_ = nb::cast<std::vector<float>>(scorer_.attr("score")(PyConfiguration(spec_.system, c)));
    if (scores_.size() != spec_.transitions.size())
      throw nb::value_error("a scorer must return a score for each transition");
    return scores_.data();
  }

  nb::object scorer_;
  const ParserSpec& spec_;
  const Treebank& treebank_;
  Configuration plain_;
  std::vector<float> scores_;
};

class PythonModel final : public Model {
 public:
  PythonModel(std::shared_ptr<const ParserSpec> spec, nb::object scorer)
      : spec_(std::move(spec)), scorer_(std::move(scorer)) {}
  ~PythonModel() override {
    const nb::gil_scoped_acquire acquire;
    scorer_.reset();
  }
  MakeScorer scorers(const Treebank& treebank) const override {
    return [this, &treebank] { return std::make_unique<PythonScorer>(scorer_, *spec_, treebank); };
  }
  const nb::object& scorer() const { return scorer_; }
  void clear() { scorer_.reset(); }

 private:
  std::shared_ptr<const ParserSpec> spec_;
  nb::object scorer_;
};

// A parser with a Python scorer may be part of a reference cycle, which the garbage collector must see.
PythonModel* python_model_of(PyObject* self) {
  return nb::inst_ready(self) ? dynamic_cast<PythonModel*>(&nb::inst_ptr<Parser>(self)->model()) : nullptr;
}
int traverse_parser(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (const PythonModel* const model = python_model_of(self)) Py_VISIT(model->scorer().ptr());
  return 0;
}
int clear_parser(PyObject* self) {
  if (PythonModel* const model = python_model_of(self)) model->clear();
  return 0;
}
PyType_Slot parser_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(traverse_parser)},
                              {Py_tp_clear, reinterpret_cast<void*>(clear_parser)},
                              {0, nullptr}};

// The network of a parser; throws std::invalid_argument if it has none.
const NetworkModel& network_of(const Parser& parser) {
  const NetworkModel* const network = network_in(parser.model());
  if (network == nullptr) throw std::invalid_argument("the parser has no network");
  return *network;
}

// Calls `take` with the linear model of a parser, whichever weights it has; false if it has none.
template <class F>
bool with_linear_model(Parser& parser, F take) {
  if (auto* const packed = dynamic_cast<LinearModel<PackedWeights>*>(&parser.model())) return take(*packed), true;
  if (auto* const hashed = dynamic_cast<LinearModel<HashedWeights>*>(&parser.model())) return take(*hashed), true;
  return false;
}

void check_constraints(const Parser& parser, const Treebank& treebank, const InputArray<std::int32_t>& heads,
                       const std::vector<Label>& shunned) {
  if (heads.size() != treebank.words()) throw std::invalid_argument("there must be one head a word");
  for (std::size_t i = 0; i < treebank.sentences(); ++i)
    if (!find_tree_faults({heads.data() + treebank.word_begin[i], treebank.length(i)}, false, true).empty())
      throw std::invalid_argument("a head is outside its sentence");
  for (const Label label : shunned)
    if (label < 0 || static_cast<std::size_t>(label) >= parser.spec().labels.size())
      throw std::invalid_argument("there is no such label");
}

}  // namespace

void bind_parser(nb::module_& module) {
  nb::enum_<Conflict>(module, "Conflict")
      .value("cycle", Conflict::cycle)
      .value("crosses", Conflict::crosses)
      .value("covers", Conflict::covers)
      .value("root", Conflict::root)
      .value("label", Conflict::label)
      .value("search", Conflict::search);

  static nb::exception<TemplateError> template_error(module, "TemplateError", PyExc_ValueError);
  nb::register_exception_translator(
      [](const std::exception_ptr& pointer, void*) {
        try {
          std::rethrow_exception(pointer);
        } catch (const TemplateError& error) {
          PyErr_SetObject(template_error.ptr(), nb::make_tuple(error.line, error.what()).ptr());
        }
      },
      nullptr);

  module.def(
      "check_templates",
      [](const std::string& text) {
        const TemplateSet set(text);
        Names names;
        for (const Attribute& attribute : set.attributes) names.push_back(attribute.name);
        return std::tuple(set.templates.size(), names);
      },
      "text"_a,
      "How many templates the text holds and what they ask of words; TemplateError(line, message) if it cannot be "
      "read.");

  nb::class_<PySpec>(module, "ParserSpec",
                     "What a parser can do: its transition system, its labels and its transitions.")
      .def(nb::init<SystemChoice, Root, bool, Names, std::vector<Label>, std::vector<Label>, std::vector<Label>,
                    std::vector<Label>, Label>(),
           "system"_a, "root"_a, "single_root"_a, "labels"_a, "left"_a, "right"_a, "root_left"_a, "root_right"_a,
           "root_label"_a)
      .def_static(
          "of",
          [](const PyTreebank& treebank, SystemChoice system, Root root, bool single_root) {
            return PySpec(*treebank, TransitionSystem(system, root, single_root));
          },
          "treebank"_a, "system"_a, "root"_a, "single_root"_a, "With the labels of a treebank.")
      .def_prop_ro("system", [](const PySpec& self) { return self.spec->system.choice(); })
      .def_prop_ro("root", [](const PySpec& self) { return self.spec->system.root(); })
      .def_prop_ro("single_root", [](const PySpec& self) { return self.spec->system.single_root(); })
      .def_prop_ro("labels", [](const PySpec& self) { return self.spec->labels.names(); })
      .def_prop_ro("left", [](const PySpec& self) { return self.spec->allowed.left; })
      .def_prop_ro("right", [](const PySpec& self) { return self.spec->allowed.right; })
      .def_prop_ro("root_left", [](const PySpec& self) { return self.spec->allowed.root_left; })
      .def_prop_ro("root_right", [](const PySpec& self) { return self.spec->allowed.root_right; })
      .def_prop_ro("root_label", [](const PySpec& self) { return self.spec->root_label; })
      .def_prop_ro("transitions", [](const PySpec& self) { return self.spec->transitions.size(); });

  nb::class_<Parser>(module, "Parser", nb::type_slots(parser_slots), "A spec and a model: all that parsing needs.")
      .def(
          "__init__",
          [](Parser* self, const PySpec& spec, const std::string& kind, const nb::dict& values,
             const nb::dict& arrays) {
            std::unique_ptr<Model> model = load_model(kind, spec.spec, options_of(values), views_of(arrays));
            if (const auto* const network = dynamic_cast<const NetworkModel*>(model.get()))
              check_heads(network->network().heads);
            new (self) Parser(spec.spec, std::move(model));
          },
          "spec"_a, "kind"_a, "values"_a, "arrays"_a,
          nb::sig("def __init__(self, spec: ParserSpec, kind: str, values: dict[str, int | float | str], "
                  "arrays: dict[str, numpy.typing.NDArray[typing.Any]]) -> None"),
          "With a model that was saved: what `kind`, `values` and `arrays` of a parser gave.")
      .def(
          "__init__",
          [](Parser* self, const PySpec& spec, const nb::object& scorer) {
            new (self) Parser(spec.spec, std::make_shared<PythonModel>(spec.spec, scorer));
          },
          "spec"_a, "scorer"_a, nb::sig("def __init__(self, spec: ParserSpec, scorer: object) -> None"),
          "With a scorer written in Python: `start(treebank)`, of one sentence, and `score(configuration)`, a float "
          "for each transition; `copy()` makes one for each thread.")
      .def_static(
          "of_network",
          [](const PySpec& spec, const nb::dict& values, Names words,
             const std::vector<std::pair<std::string, Names>>& heads, const nb::dict& arrays) {
            std::vector<TagHead> all;
            for (const auto& [name, of_head] : heads) all.push_back({name, of_head});
            check_heads(all);
            return Parser(spec.spec, std::make_shared<NetworkModel>(
                                         spec.spec, NetworkWeights::quantised(options_of(values), std::move(words),
                                                                              std::move(all), views_of(arrays))));
          },
          "spec"_a, "values"_a, "words"_a, "heads"_a, "arrays"_a,
          nb::sig("def of_network(spec: ParserSpec, values: dict[str, int | float | str], words: "
                  "collections.abc.Sequence[str], heads: collections.abc.Sequence[tuple[str, "
                  "collections.abc.Sequence[str]]], arrays: dict[str, numpy.typing.NDArray[numpy.float32]]) -> Parser"),
          "With the weights of a network, flat arrays of floats by name, which are rounded to 8 bits. `values` are its "
          "sizes and positions, `words` those that it knows, in lower case; `heads` are the columns that it predicts, "
          "with their values.")
      .def(
          "tag",
          [](const Parser& self, const PyTreebank& treebank, std::size_t threads) {
            const NetworkModel& network = network_of(self);
            return made_from(treebank, [&] { return tag(network, *treebank, threads, check_signals); });
          },
          "treebank"_a, "threads"_a = 1, "The treebank with the tags, features and lemmas of a network.")
      .def(
          "tag_and_parse",
          [](const Parser& self, const PyTreebank& treebank, std::size_t threads, std::size_t beam, float temperature) {
            const SearchOptions search{beam, temperature, kSwapBonus};
            return made_from(treebank, [&] { return tag_and_parse(self, *treebank, threads, check_signals, search); });
          },
          "treebank"_a, "threads"_a = 1, "beam"_a = 1, "temperature"_a = 0.0f,
          "The treebank with the tags and the trees of a network, in one pass.")
      .def_prop_ro(
          "heads",
          [](const Parser& self) {
            std::vector<std::pair<std::string, Names>> heads;
            for (const TagHead& head : network_of(self).network().heads) heads.emplace_back(head.name, head.values);
            return heads;
          },
          nb::sig("def heads(self) -> list[tuple[str, list[str]]]"),
          "The columns that a network predicts, with their values.")
      .def(
          "constrained",
          [](const Parser& self, std::vector<std::vector<Label>> below, std::vector<std::vector<Label>> beside) {
            return Parser(self.shared_spec(),
                          std::make_shared<ConstrainedModel>(self.shared_spec(), self.shared_model(),
                                                             TreeConstraints{std::move(below), std::move(beside)}));
          },
          "below"_a, "beside"_a,
          "The same parser, which builds no arc that breaks a constraint while another is legal. For each label: those "
          "that dependents of a word with it cannot have, and those that its siblings cannot have.")
      .def_prop_ro(
          "kind", [](const Parser& self) { return self.model().kind(); },
          "What kind of model it has; empty if it cannot be saved.")
      .def_prop_ro(
          "values", [](const Parser& self) { return dict_of(self.model().values()); },
          nb::sig("def values(self) -> dict[str, typing.Any]"), "Numbers and words that a file holds of the model.")
      .def(
          "arrays", [](const Parser& self, bool compact) { return dict_of(self.model().arrays(compact)); },
          "compact"_a = false,
          nb::sig("def arrays(self, compact: bool = False) -> dict[str, numpy.typing.NDArray[typing.Any]]"),
          "Arrays that a file holds of the model; with `compact`, small ones that take longer to load.")
      .def(
          "parse",
          [](const Parser& self, const PyTreebank& treebank, std::size_t threads, std::size_t beam, float temperature) {
            const SearchOptions search{beam, temperature, kSwapBonus};
            Treebank parsed = without_gil([&] { return self.parse(*treebank, threads, check_signals, search); });
            return PyTreebank(std::move(parsed), treebank.strings);
          },
          "treebank"_a, "threads"_a = 1, "beam"_a = 1, "temperature"_a = 0.0f,
          "A treebank with the parser's trees. At a temperature above 0, a beam compares hypotheses by their "
          "probabilities; otherwise by sums of scores.")
      .def(
          "nbest",
          [](const Parser& self, const PyTreebank& treebank, std::size_t n, std::size_t beam, float temperature,
             std::size_t threads) {
            const SearchOptions search{beam, temperature, kSwapBonus};
            NBest found = without_gil([&] { return nbest(self, *treebank, n, search, threads, check_signals); });
            Treebank parsed = without_gil([&] { return with_nbest(self, *treebank, found); });
            return nb::make_tuple(PyTreebank(std::move(parsed), treebank.strings), array_of(std::move(found.counts)),
                                  array_of(std::move(found.scores)));
          },
          "treebank"_a, "n"_a, "beam"_a, "temperature"_a = 0.0f, "threads"_a = 1,
          nb::sig(
              "def nbest(self, treebank: Treebank, n: int, beam: int, temperature: float = 0.0, threads: int = 1) -> "
              "tuple[Treebank, numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.float64]]"),
          "A treebank in which every sentence stands as often as it has trees, best first; how often that is; and the "
          "score of each tree.")
      .def(
          "most_probable",
          [](const Parser& self, const PyTreebank& treebank, std::size_t most, std::size_t beam, float temperature,
             std::size_t threads) {
            auto found = without_gil(
                [&] { return most_probable(self, *treebank, most, {beam, temperature}, threads, check_signals); });
            Treebank parsed = without_gil([&] { return self.with_trees(*treebank, std::move(found.trees)); });
            return nb::make_tuple(PyTreebank(std::move(parsed), treebank.strings), array_of(std::move(found.scores)),
                                  array_of(std::move(found.proven)), array_of(std::move(found.scored)));
          },
          "treebank"_a, "most"_a, "beam"_a, "temperature"_a, "threads"_a = 1,
          nb::sig("def most_probable(self, treebank: Treebank, most: int, beam: int, temperature: float, threads: int "
                  "= 1) -> tuple[Treebank, numpy.typing.NDArray[numpy.float64], numpy.typing.NDArray[numpy.uint8], "
                  "numpy.typing.NDArray[numpy.int64]]"),
          "The treebank with the most probable trees, as best-first search finds them with up to `most` hypotheses of "
          "each sentence, or else with those of the beam; and for each sentence the log-probability, whether it is "
          "proven to be the highest, and how many configurations were scored.")
      .def(
          "complete",
          [](const Parser& self, const PyTreebank& treebank, const InputArray<std::int32_t>& heads,
             const std::vector<Label>& shunned, std::size_t beam, float temperature, std::size_t threads) {
            check_constraints(self, *treebank, heads, shunned);
            Completion done = without_gil([&] {
              return complete(self, *treebank, {heads.data(), heads.size()}, shunned, {beam, temperature, kSwapBonus},
                              threads, check_signals);
            });
            std::vector<std::tuple<std::size_t, Node, Conflict, Node>> lost;
            for (const auto& [sentence, arc] : done.lost) lost.emplace_back(sentence, arc.word, arc.why, arc.other);
            return std::tuple(PyTreebank(std::move(done.treebank), treebank.strings), std::move(lost));
          },
          "treebank"_a, "heads"_a, "shunned"_a, "beam"_a = 1, "temperature"_a = 0.0f, "threads"_a = 1,
          nb::sig(
              "def complete(self, treebank: Treebank, heads: numpy.typing.NDArray[numpy.int32], shunned: "
              "Sequence[int], beam: int = 1, "
              "temperature: float = 0.0, threads: int = 1) -> tuple[Treebank, list[tuple[int, int, Conflict, int]]]"),
          "The treebank with trees that have these heads (-1 for none), and what could not be kept: sentence, word, "
          "why, and the word in the way.")
      .def(
          "learn_shortcuts",
          [](Parser& self, const PyTreebank& treebank, std::size_t least) {
            const nb::gil_scoped_release release;
            const LearntShortcuts learnt = learn_shortcuts(self, *treebank, least, check_signals);
            if (!with_linear_model(self, [&](auto& model) { model.set_shortcuts(learnt.shortcuts); }))
              throw std::invalid_argument("only linear models have shortcuts");
            return std::tuple(learnt.shortcuts.size(), learnt.covered, learnt.decisions);
          },
          "treebank"_a, "least"_a,
          "Takes as shortcuts what it does every time in a context of these sentences, and at least so often. How "
          "many shortcuts there are, and how "
          "many decisions of how many they make.")
      .def(
          "unconstrained",
          [](const Parser& self) {
            const auto model = std::dynamic_pointer_cast<ConstrainedModel>(self.shared_model());
            return Parser(self.shared_spec(), model ? model->unconstrained() : self.shared_model());
          },
          "The same parser without constraints.")
      .def_prop_ro("is_constrained", [](const Parser& self) { return self.model().is_constrained(); })
      .def_prop_ro("system", [](const Parser& self) { return self.spec().system.choice(); })
      .def_prop_ro("root", [](const Parser& self) { return self.spec().system.root(); })
      .def_prop_ro("single_root", [](const Parser& self) { return self.spec().system.single_root(); })
      .def_prop_ro("labels", [](const Parser& self) { return self.spec().labels.names(); })
      .def_prop_ro("left", [](const Parser& self) { return self.spec().allowed.left; })
      .def_prop_ro("right", [](const Parser& self) { return self.spec().allowed.right; })
      .def_prop_ro("root_left", [](const Parser& self) { return self.spec().allowed.root_left; })
      .def_prop_ro("root_right", [](const Parser& self) { return self.spec().allowed.root_right; })
      .def_prop_ro("root_label", [](const Parser& self) { return self.spec().root_label; })
      .def_prop_ro(
          "columns", [](const Parser& self) { return self.model().columns(); },
          "The columns of a treebank that the model reads.")
      .def_prop_ro("features", [](const Parser& self) { return self.model().features(); })
      .def_prop_ro("weights", [](const Parser& self) { return self.model().weights(); })
      .def_prop_ro("transitions", [](const Parser& self) { return self.spec().transitions.size(); });
}

}  // namespace dodona::python
