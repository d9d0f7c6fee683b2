#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <variant>

#include "python/any_trainer.h"
#include "python/arrays.h"
#include "python/choices.h"
#include "python/signals.h"
#include "python/treebank.h"
#include "python/weights.h"
#include "search/completion.h"
#include "search/learning_habits.h"
#include "search/nbest.h"
#include "search/parser.h"
#include "training/online.h"
#include "training/training_data.h"
#include "treebank/tree.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

using Names = std::vector<std::string>;
using Bytes = InputArray<std::uint8_t>;

// ---- a parser, and what it is saved as

// What would break the lines of a file if it were written there.
bool breaks_lines(std::string_view label) { return label.empty() || label.find_first_of(std::string_view("\t\n\r\0", 4)) != label.npos; }

// All of a parser but its weights.
struct PySetup {
  std::shared_ptr<const ParserSetup> setup;
};

PySetup make_setup(SystemChoice system, Root root, bool single_root, const std::string& templates, TagChoice tag, Names labels, std::vector<Label> left,
                   std::vector<Label> right, std::vector<Label> root_left, std::vector<Label> root_right, Label root_label,
                   const std::vector<Names>& vocabularies) {
  const TransitionSet::Labels allowed{std::move(left), std::move(right), std::move(root_left), std::move(root_right)};
  const auto limit = static_cast<Label>(labels.size());
  for (const auto* list : {&allowed.left, &allowed.right, &allowed.root_left, &allowed.root_right})
    for (const Label label : *list)
      if (label < 0 || label >= limit) throw std::invalid_argument("a transition has an unknown label");
  if (std::ranges::any_of(labels, breaks_lines)) throw std::invalid_argument("a label cannot be written in a column");
  if (root_label < 0 || root_label >= limit) throw std::invalid_argument("the root's label is unknown");
  if (allowed.left.empty() || allowed.right.empty() || (root == Root::first && allowed.root_right.empty()) ||
      (root == Root::last && allowed.root_left.empty()))
    throw std::invalid_argument("a move has no label");
  auto setup = std::make_shared<ParserSetup>(TransitionSystem(system, root, single_root), templates, tag, std::move(labels), allowed, root_label);
  check_transitions(*setup);
  if (vocabularies.size() != setup->encoder.vocabularies().size()) throw std::invalid_argument("the vocabularies do not fit the templates");
  for (std::size_t i = 0; i < vocabularies.size(); ++i)
    for (const std::string& string : vocabularies[i]) setup->encoder.vocabularies()[i].add(string);
  return {std::move(setup)};
}

LinearModel make_linear(const PySetup& of, std::size_t homes, const Bytes& buckets, const InputArray<std::int8_t>& rows, const Bytes& shifts,
                        const InputArray<std::uint32_t>& entries, double scale) {
  if (buckets.size() % sizeof(LinearModel::Bucket) != 0) throw std::invalid_argument("a bucket is cut off");
  std::vector<LinearModel::Bucket> copied(buckets.size() / sizeof(LinearModel::Bucket));
  std::memcpy(copied.data(), buckets.data(), buckets.size());
  return LinearModel({of.setup->transitions.size(), homes, copied, {rows.data(), rows.size()}, {shifts.data(), shifts.size()}, {entries.data(), entries.size()}, scale});
}

// The parts of a table of features, or nothing if there is none.
LinearModel::Parts parts_of(const Parser& parser) {
  const auto* const model = std::get_if<LinearModel>(&parser.model());
  return model == nullptr ? LinearModel::Parts{} : model->parts();
}

std::span<const std::int16_t> hashed_of(const Parser& parser) {
  const auto* const model = std::get_if<HashedModel>(&parser.model());
  return model == nullptr ? std::span<const std::int16_t>() : model->array();
}

// Base learners as they are saved: numbers, and arrays.
using SearchNumbers = std::tuple<std::size_t, std::size_t, bool, double>;
using SearchLearner = std::tuple<std::size_t, std::size_t, bool, double, InputArray<std::int16_t>, InputArray<float>>;

TwoStepModel make_two_step(const PySetup& of, const std::vector<SearchLearner>& from) {
  if (from.size() != TwoStepModel::kSteps) throw std::invalid_argument("there must be three base learners");
  std::array<PackedLearner, TwoStepModel::kSteps> learners;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto& [actions, hidden, shared, scale, weights, upper] = from[i];
    learners[i] = PackedLearner({actions, hidden, shared, {weights.data(), weights.size()}, scale, {upper.data(), upper.size()}});
  }
  if (learners[TwoStepModel::left_labels].actions() != of.setup->labels.size()) throw std::invalid_argument("the base learners do not fit the labels");
  return {std::move(learners), of.setup->transitions.size()};
}

std::vector<SearchNumbers> search_learners_of(const Parser& parser) {
  std::vector<SearchNumbers> found;
  if (const auto* const model = std::get_if<TwoStepModel>(&parser.model()))
    for (const auto step : {TwoStepModel::moves, TwoStepModel::left_labels, TwoStepModel::right_labels}) {
      const PackedLearner::Parts parts = (*model)[step].parts();
      found.emplace_back(parts.actions, parts.hidden, parts.shared, parts.scale);
    }
  return found;
}

template <class T>
nb::object copy_of(std::span<const T> values) {
  return nb::cast(array_of(std::vector<T>(values.begin(), values.end())));
}

nb::list vocabularies_of(const Parser& self) {
  nb::list all;
  for (const Vocabulary& vocabulary : self.setup().encoder.vocabularies()) all.append(nb::cast(vocabulary.strings()));
  return all;
}

// ---- parsing around arcs

void check_kept(const Parser& parser, const Treebank& treebank, const InputArray<std::int32_t>& heads, const std::vector<Label>& shunned) {
  if (heads.size() != treebank.words()) throw std::invalid_argument("there must be one head a word");
  for (std::size_t i = 0; i < treebank.sentences(); ++i)
    if (!find_heads_outside({heads.data() + treebank.word_begin[i], treebank.length(i)}).empty())
      throw std::invalid_argument("a head is outside its sentence");
  for (const Label label : shunned)
    if (label < 0 || static_cast<std::size_t>(label) >= parser.setup().labels.size()) throw std::invalid_argument("there is no such label");
}

// ---- training

class Trainer : public AnyTrainer<TrainingData, OnlineTrainer<AveragedPerceptron>, OnlineTrainer<AdaGradRda>, OnlineTrainer<PassiveAggressive>,
                                  OnlineTrainer<HashedPerceptron>, OnlineTrainer<PassiveAggressiveOn<HashedPerceptron>>> {
 public:
  Trainer(const PyTreebank& treebank, const std::string& templates, TagChoice tag, const TransitionSystem& system, const OnlineOptions& options,
          LearnerChoice learner, const AdaGradRdaOptions& adagrad, const PassiveAggressiveOptions& passive_aggressive, std::size_t hash_kernel,
          std::uint8_t min_updates, float margin)
      : AnyTrainer(heeding_signals([&] { return TrainingData(*treebank, templates, tag, system, options.oracle, options.label_cost); })) {
    const std::size_t outputs = transitions();
    if (hash_kernel != 0) {
      HashedPerceptron weights(outputs, hash_kernel, data_.setup->extractor.templates(), margin);
      switch (learner) {
        case LearnerChoice::perceptron: train(options, std::move(weights)); break;
        case LearnerChoice::adagrad_rda: throw std::invalid_argument("AdaGrad-RDA has no hash kernel");
        case LearnerChoice::passive_aggressive: train(options, PassiveAggressiveOn(std::move(weights), passive_aggressive)); break;
      }
      return;
    }
    switch (learner) {
      case LearnerChoice::perceptron: train(options, AveragedPerceptron(outputs, min_updates, margin)); break;
      case LearnerChoice::adagrad_rda: train(options, AdaGradRda(outputs, adagrad)); break;
      case LearnerChoice::passive_aggressive: train(options, PassiveAggressive(outputs, passive_aggressive)); break;
    }
  }

  EpochReport epoch(int number) {
    nb::gil_scoped_release release;
    return std::visit(
        [&](auto& trainer) {
          return learn_all(trainer->order(number, data_.size()), [&](std::size_t i, EpochReport& report) {
            trainer->learn(number, i, data_.words(i), data_.golds[i], *data_.oracles[i], report);
          });
        },
        trainer_);
  }

 private:
  template <class Learner>
  void train(const OnlineOptions& options, Learner learner) {
    const ParserSetup& setup = *data_.setup;
    trainer_ = std::make_unique<OnlineTrainer<Learner>>(setup.system, setup.transitions, setup.extractor, options, std::move(learner));
  }
};

}  // namespace

void bind_parser(nb::module_& module) {
  nb::enum_<TagChoice>(module, "TagChoice").value("upos", TagChoice::upos).value("xpos", TagChoice::xpos).value("both", TagChoice::both);
  nb::enum_<Policy>(module, "Policy").value("oracle", Policy::oracle).value("ambiguity", Policy::ambiguity).value("explore", Policy::explore).value("sample", Policy::sample);
  nb::enum_<LearnerChoice>(module, "LearnerChoice")
      .value("perceptron", LearnerChoice::perceptron)
      .value("adagrad_rda", LearnerChoice::adagrad_rda)
      .value("passive_aggressive", LearnerChoice::passive_aggressive);
  nb::enum_<CostSensitive>(module, "CostSensitive")
      .value("no", CostSensitive::no)
      .value("max_loss", CostSensitive::max_loss)
      .value("prediction", CostSensitive::prediction);

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
      "text"_a, "How many templates the text holds and what they ask of words; TemplateError(line, message) if it cannot be read.");

  nb::class_<PySetup>(module, "ParserSetup", "System, templates, labels and vocabularies: all of a parser but its weights.")
      .def("__init__",
           [](PySetup* self, SystemChoice system, Root root, bool single_root, const std::string& templates, TagChoice tag, Names labels,
              std::vector<Label> left, std::vector<Label> right, std::vector<Label> root_left, std::vector<Label> root_right, Label root_label,
              const std::vector<Names>& vocabularies) {
             new (self) PySetup(make_setup(system, root, single_root, templates, tag, std::move(labels), std::move(left), std::move(right),
                                           std::move(root_left), std::move(root_right), root_label, vocabularies));
           },
           "system"_a, "root"_a, "single_root"_a, "templates"_a, "tag"_a, "labels"_a, "left"_a, "right"_a, "root_left"_a, "root_right"_a, "root_label"_a,
           "vocabularies"_a);

  nb::class_<Parser>(module, "Parser", "System, templates, vocabularies and weights: all that parsing needs.")
      .def("__init__",
           [](Parser* self, const PySetup& setup, std::size_t homes, const Bytes& buckets, const InputArray<std::int8_t>& rows, const Bytes& shifts,
              const InputArray<std::uint32_t>& entries, double scale) {
             new (self) Parser(setup.setup, make_linear(setup, homes, buckets, rows, shifts, entries, scale));
           },
           "setup"_a, "homes"_a, "buckets"_a, "rows"_a, "shifts"_a, "entries"_a, "scale"_a, "With a table of features.")
      .def("__init__",
           [](Parser* self, const PySetup& setup, const InputArray<std::int16_t>& hashed, double scale) {
             new (self) Parser(setup.setup, HashedModel(setup.setup->transitions.size(), {hashed.data(), hashed.size()}, scale));
           },
           "setup"_a, "hashed"_a, "scale"_a, "With a hash kernel.")
      .def("__init__",
           [](Parser* self, const PySetup& setup, const Bytes& compact) {
             LinearModel model = linear_model_of(compact);
             if (model.transitions() != setup.setup->transitions.size()) throw std::invalid_argument("the weights are not those of the transitions");
             new (self) Parser(setup.setup, std::move(model));
           },
           "setup"_a, "compact"_a, "With a table of features in as few bytes as will do.")
      .def(
          "compact",
          [](const Parser& self) {
            const auto* const model = std::get_if<LinearModel>(&self.model());
            return model == nullptr ? array_of(std::vector<std::uint8_t>()) : weights_of(*model);
          },
          nb::rv_policy::automatic)
      .def("__init__",
           [](Parser* self, const PySetup& setup, const std::vector<SearchLearner>& search) { new (self) Parser(setup.setup, make_two_step(setup, search)); },
           "setup"_a, "search"_a,
           nb::sig("def __init__(self, setup: ParserSetup, search: Sequence[tuple[int, int, bool, float, "
                   "numpy.typing.NDArray[numpy.int16], numpy.typing.NDArray[numpy.float32]]]) -> None"),
           "With the base learners of learning to search: actions, hidden units, whether they are shared, scale, and weights.")
      .def_prop_ro("search_learners", &search_learners_of, "The numbers of base learners, if that is what the parser has.")
      .def(
          "search_arrays",
          [](const Parser& self, std::size_t number) {
            const auto* const model = std::get_if<TwoStepModel>(&self.model());
            if (model == nullptr || number >= TwoStepModel::kSteps) throw std::invalid_argument("there is no such base learner");
            const PackedLearner::Parts parts = (*model)[static_cast<TwoStepModel::Step>(number)].parts();
            return nb::make_tuple(copy_of(parts.weights), copy_of(parts.upper));
          },
          "number"_a, nb::sig("def search_arrays(self, number: int) -> tuple[numpy.typing.NDArray[numpy.int16], numpy.typing.NDArray[numpy.float32]]"))
      .def(
          "parse",
          [](const Parser& self, const PyTreebank& treebank, std::size_t threads, std::size_t beam, float temperature) {
            Treebank parsed;
            {
              nb::gil_scoped_release release;
              parsed = self.parse(*treebank, threads, look_for_signals, {beam, temperature, kSwapBonus});
            }
            return PyTreebank(std::move(parsed), treebank.strings);
          },
          "treebank"_a, "threads"_a = 1, "beam"_a = 1, "temperature"_a = 0.0f,
          "A treebank with the parser's trees. At a temperature above 0, a beam compares hypotheses by their probabilities; otherwise by sums of scores.")
      .def(
          "nbest",
          [](const Parser& self, const PyTreebank& treebank, std::size_t n, std::size_t beam, float temperature, std::size_t threads) {
            NBest found;
            Treebank parsed;
            {
              nb::gil_scoped_release release;
              found = nbest(self, *treebank, n, {beam, temperature, kSwapBonus}, threads, look_for_signals);
              parsed = with_nbest(self, *treebank, found);
            }
            return nb::make_tuple(PyTreebank(std::move(parsed), treebank.strings), array_of(std::move(found.counts)), array_of(std::move(found.scores)));
          },
          "treebank"_a, "n"_a, "beam"_a, "temperature"_a = 0.0f, "threads"_a = 1,
          nb::sig("def nbest(self, treebank: Treebank, n: int, beam: int, temperature: float = 0.0, threads: int = 1) -> "
                  "tuple[Treebank, numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.float64]]"),
          "A treebank in which every sentence stands as often as it has trees, best first; how often that is; and the score of each tree.")
      .def(
          "complete",
          [](const Parser& self, const PyTreebank& treebank, const InputArray<std::int32_t>& heads, const std::vector<Label>& shunned, std::size_t beam,
             float temperature, std::size_t threads) {
            check_kept(self, *treebank, heads, shunned);
            Completion done;
            {
              nb::gil_scoped_release release;
              done = complete(self, *treebank, {heads.data(), heads.size()}, shunned, {beam, temperature, kSwapBonus}, threads, look_for_signals);
            }
            std::vector<std::tuple<std::size_t, Node, Conflict, Node>> lost;
            for (const auto& [sentence, arc] : done.lost) lost.emplace_back(sentence, arc.word, arc.why, arc.other);
            return std::tuple(PyTreebank(std::move(done.treebank), treebank.strings), std::move(lost));
          },
          "treebank"_a, "heads"_a, "shunned"_a, "beam"_a = 1, "temperature"_a = 0.0f, "threads"_a = 1,
          nb::sig("def complete(self, treebank: Treebank, heads: numpy.typing.NDArray[numpy.int32], shunned: Sequence[int], beam: int = 1, "
                  "temperature: float = 0.0, threads: int = 1) -> tuple[Treebank, list[tuple[int, int, Conflict, int]]]"),
          "The treebank with trees that have these heads (-1 for none), and what could not be kept: sentence, word, why, and the word in the way.")
      .def(
          "learn_habits",
          [](Parser& self, const PyTreebank& treebank, std::size_t least) {
            nb::gil_scoped_release release;
            const LearntHabits learnt = habits_of(self, *treebank, least, look_for_signals);
            self.take_on(learnt.habits);
            return std::tuple(learnt.habits.size(), learnt.habitual, learnt.decisions);
          },
          "treebank"_a, "least"_a,
          "Takes on as habits what it does every time in a context of these sentences, and at least so often. How many those are, and in how many decisions of how many.")
      .def(
          "take_on_habits",
          [](Parser& self, const InputArray<std::uint64_t>& contexts, const InputArray<std::uint16_t>& transitions) {
            if (contexts.size() != transitions.size()) throw std::invalid_argument("there must be one transition a habit");
            std::vector<Habits::Habit> habits;
            for (std::size_t i = 0; i < contexts.size(); ++i) habits.push_back({contexts.data()[i], transitions.data()[i]});
            self.take_on(habits);
          },
          "contexts"_a, "transitions"_a)
      .def_prop_ro(
          "habits",
          [](const Parser& self) {
            std::vector<std::uint64_t> contexts;
            std::vector<std::uint16_t> transitions;
            for (const Habits::Habit& habit : self.habits().all()) {
              contexts.push_back(habit.context);
              transitions.push_back(static_cast<std::uint16_t>(habit.transition));
            }
            return nb::make_tuple(array_of(std::move(contexts)), array_of(std::move(transitions)));
          },
          nb::sig("def habits(self) -> tuple[numpy.typing.NDArray[numpy.uint64], numpy.typing.NDArray[numpy.uint16]]"),
          "Contexts in which greedy search does not ask the model, and the transitions that it makes there.")
      .def_prop_ro("system", [](const Parser& self) { return self.setup().system.choice(); })
      .def_prop_ro("root", [](const Parser& self) { return self.setup().system.root(); })
      .def_prop_ro("single_root", [](const Parser& self) { return self.setup().system.single_root(); })
      .def_prop_ro("templates", [](const Parser& self) { return self.setup().templates.text; })
      .def_prop_ro("tag", [](const Parser& self) { return self.setup().encoder.tag(); })
      .def_prop_ro("labels", [](const Parser& self) { return self.setup().labels.names(); })
      .def_prop_ro("left", [](const Parser& self) { return self.setup().allowed.left; })
      .def_prop_ro("right", [](const Parser& self) { return self.setup().allowed.right; })
      .def_prop_ro("root_left", [](const Parser& self) { return self.setup().allowed.root_left; })
      .def_prop_ro("root_right", [](const Parser& self) { return self.setup().allowed.root_right; })
      .def_prop_ro("root_label", [](const Parser& self) { return self.setup().root_label; })
      .def_prop_ro("vocabularies", &vocabularies_of, nb::sig("def vocabularies(self) -> list[list[str]]"))
      .def_prop_ro("homes", [](const Parser& self) { return parts_of(self).homes; })
      .def_prop_ro("scale", [](const Parser& self) { return self.scale(); })
      .def_prop_ro("features", [](const Parser& self) { return std::visit([](const auto& model) { return model.features(); }, self.model()); })
      .def_prop_ro("weights", [](const Parser& self) { return std::visit([](const auto& model) { return model.weights(); }, self.model()); })
      .def_prop_ro("transitions", [](const Parser& self) { return self.setup().transitions.size(); })
      .def_prop_ro(
          "buckets",
          [](const Parser& self) {
            const auto buckets = parts_of(self).buckets;
            std::vector<std::uint8_t> bytes(buckets.size_bytes());
            std::memcpy(bytes.data(), buckets.data(), bytes.size());
            return nb::cast(array_of(std::move(bytes)));
          },
          nb::sig("def buckets(self) -> numpy.typing.NDArray[numpy.uint8]"))
      .def_prop_ro(
          "rows", [](const Parser& self) { return copy_of(parts_of(self).rows); },
          nb::sig("def rows(self) -> numpy.typing.NDArray[numpy.int8]"))
      .def_prop_ro(
          "shifts", [](const Parser& self) { return copy_of(parts_of(self).shifts); },
          nb::sig("def shifts(self) -> numpy.typing.NDArray[numpy.uint8]"))
      .def_prop_ro(
          "entries", [](const Parser& self) { return copy_of(parts_of(self).entries); },
          nb::sig("def entries(self) -> numpy.typing.NDArray[numpy.uint32]"))
      .def_prop_ro("hash_kernel",
                   [](const Parser& self) {
                     const auto* const steps = std::get_if<TwoStepModel>(&self.model());
                     return std::bit_width((steps == nullptr ? hashed_of(self).size() : (*steps)[TwoStepModel::moves].parts().weights.size()) / 2);
                   },
                   "The number of bits of the hash kernel; 0 if there is a table of features.")
      .def_prop_ro(
          "hashed", [](const Parser& self) { return copy_of(hashed_of(self)); }, nb::sig("def hashed(self) -> numpy.typing.NDArray[numpy.int16]"));

  nb::class_<EpochReport>(module, "EpochReport", "What happened in an epoch of training.")
      .def_ro("decisions", &EpochReport::decisions)
      .def_ro("updates", &EpochReport::updates)
      .def_ro("cost", &EpochReport::cost)
      .def_ro("swaps", &EpochReport::swaps);

  nb::class_<Trainer>(module, "Trainer", "Learns a parser from a treebank; without SWAP, its trees must be projective.")
      .def("__init__",
           [](Trainer* self, const PyTreebank& treebank, const std::string& templates, TagChoice tag, SystemChoice system, Root root, bool single_root,
              OracleChoice oracle, Policy policy, double explore, int after, double label_cost, std::uint64_t seed, LearnerChoice learner,
              double alpha, double rho, double lambda, double tiny, double aggressiveness, CostSensitive cost_sensitive, std::size_t hash_kernel,
              std::uint8_t min_updates, double margin) {
             new (self) Trainer(treebank, templates, tag, TransitionSystem(system, root, single_root), {oracle, policy, explore, after, static_cast<float>(label_cost), seed},
                                learner, {static_cast<float>(alpha), static_cast<float>(rho), lambda, static_cast<float>(tiny)},
                                {static_cast<float>(aggressiveness), cost_sensitive}, hash_kernel, min_updates, static_cast<float>(margin));
           },
           "treebank"_a, "templates"_a, "tag"_a, "system"_a, "root"_a, "single_root"_a, "oracle"_a, "policy"_a, "explore"_a, "after"_a, "label_cost"_a, "seed"_a,
           "learner"_a = LearnerChoice::perceptron, "alpha"_a = 1.0, "rho"_a = 0.01, "lambda_"_a = 0.0, "tiny"_a = AdaGradRdaOptions{}.tiny,
           "aggressiveness"_a = PassiveAggressiveOptions{}.aggressiveness, "cost_sensitive"_a = CostSensitive::no, "hash_kernel"_a = 0,
           "min_updates"_a = 1, "margin"_a = 0.0)
      .def("epoch", &Trainer::epoch, "number"_a, "Goes through the treebank once; epochs count from 1.")
      .def("parser", &Trainer::parser, "prune"_a = 0.0, "The parser as it is now; a perceptron's and a passive-aggressive learner's with averaged weights.")
      .def("state", &Trainer::state, nb::sig("def state(self) -> dict[str, numpy.typing.NDArray[typing.Any]]"))
      .def("restore", &Trainer::restore, "state"_a, nb::sig("def restore(self, state: dict[str, numpy.typing.NDArray[typing.Any]]) -> None"))
      .def_prop_ro("features", &Trainer::features)
      .def_prop_ro("transitions", &Trainer::transitions);
}

}  // namespace dodona::python
