// Training on many references at once.
#include "training/many_references.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>

#include "python/any_trainer.h"
#include "python/arrays.h"
#include "python/choices.h"
#include "python/treebank.h"
#include "training/structured.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

using Numbers = InputArray<std::int32_t>;

std::span<const std::int32_t> span_of(const Numbers& array) { return {array.data(), array.size()}; }

class PyManyReferencesTrainer : public AnyTrainer<ManyReferences, ManyReferencesTrainer<AveragedPerceptron>, ManyReferencesTrainer<AdaGradRda>> {
 public:
  PyManyReferencesTrainer(const PyTreebank& treebank, const ReferenceArrays& arrays, const std::string& templates, TagChoice tag, const ArcEager& system,
                          const OnlineOptions& options, LearnerChoice learner, const AdaGradRdaOptions& adagrad, std::uint8_t min_updates, float margin)
      : AnyTrainer(ManyReferences(*treebank, arrays, templates, tag, system)) {
    switch (learner) {
      case LearnerChoice::perceptron: train(system, options, AveragedPerceptron(transitions(), min_updates, margin)); break;
      case LearnerChoice::adagrad_rda: train(system, options, AdaGradRda(transitions(), adagrad)); break;
      case LearnerChoice::passive_aggressive: throw std::invalid_argument("many references are learnt by perceptron or adagrad-rda");
    }
  }

  EpochReport epoch(int number) {
    nb::gil_scoped_release release;
    return std::visit(
        [&](auto& trainer) {
          return learn_all(trainer->order(number), [&](std::size_t i, EpochReport& report) { trainer->learn(number, i, report); });
        },
        trainer_);
  }
  Array<std::int32_t> survivors() const {
    return array_of(std::visit([](const auto& trainer) { return trainer->survivors(); }, trainer_));
  }

 private:
  template <class Learner>
  void train(const ArcEager& system, const OnlineOptions& options, Learner learner) {
    trainer_ = std::make_unique<ManyReferencesTrainer<Learner>>(data_, system, options, std::move(learner));
  }
};

class PyBeamTrainer {
 public:
  PyBeamTrainer(const PyTreebank& treebank, const ReferenceArrays& arrays, const std::string& templates, TagChoice tag, const ArcEager& system,
                const StructuredOptions& options, std::size_t threads)
      : data_(ManyReferences(*treebank, arrays, templates, tag, system), system), trainer_(data_, options, threads) {}
  PyBeamTrainer(const PyBeamTrainer&) = delete;
  PyBeamTrainer& operator=(const PyBeamTrainer&) = delete;

  EpochReport epoch(int number) {
    nb::gil_scoped_release release;
    return trainer_.epoch(number, look_for_signals);
  }
  Parser parser() const {
    nb::gil_scoped_release release;
    return {data_.setup, pack(trainer_.learner())};
  }
  Array<std::int32_t> survivors() const { return array_of(trainer_.survivors()); }
  std::size_t features() const { return trainer_.learner().features(); }
  std::size_t transitions() const { return data_.setup->transitions.size(); }

 private:
  TrainingData data_;
  StructuredTrainer<AveragedPerceptron> trainer_;
};

}  // namespace

void bind_many_references(nb::module_& module) {
  nb::class_<PyManyReferencesTrainer>(module, "ManyReferencesTrainer", "Learns from sentences that have many references each; arc-eager.")
      .def("__init__",
           [](PyManyReferencesTrainer* self, const PyTreebank& treebank, const Numbers& sentences, const Numbers& sizes, const Numbers& alternatives,
              const Numbers& words, const Numbers& heads, const Numbers& labels, std::vector<std::string> names, const std::string& templates, TagChoice tag,
              Root root, bool single_root, Policy policy, double explore, int after, double label_cost, std::uint64_t seed, LearnerChoice learner,
              double alpha, double rho, double lambda, std::uint8_t min_updates, double margin) {
             new (self) PyManyReferencesTrainer(
                 treebank,
                 {span_of(sentences), span_of(sizes), span_of(alternatives), span_of(words), span_of(heads), span_of(labels), std::move(names)}, templates, tag,
                 ArcEager(root, single_root), {OracleChoice::dynamic, policy, explore, after, static_cast<float>(label_cost), seed}, learner,
                 {static_cast<float>(alpha), static_cast<float>(rho), lambda}, min_updates, static_cast<float>(margin));
           },
           "treebank"_a, "sentences"_a, "sizes"_a, "alternatives"_a, "words"_a, "heads"_a, "labels"_a, "names"_a, "templates"_a, "tag"_a, "root"_a,
           "single_root"_a, "policy"_a, "explore"_a, "after"_a, "label_cost"_a, "seed"_a, "learner"_a = LearnerChoice::perceptron, "alpha"_a = 1.0,
           "rho"_a = 0.01, "lambda_"_a = 0.0, "min_updates"_a = 1, "margin"_a = 0.0)
      .def("epoch", &PyManyReferencesTrainer::epoch, "number"_a, "Goes through the treebank once; epochs count from 1.")
      .def("parser", [](const PyManyReferencesTrainer& self) { return self.parser(0); }, "The parser as it is now; a perceptron's with averaged weights.")
      .def("survivors", &PyManyReferencesTrainer::survivors, nb::sig("def survivors(self) -> numpy.typing.NDArray[numpy.int32]"),
           "The alternative of each group that survived when its sentence was last learnt from.")
      .def_prop_ro("features", &PyManyReferencesTrainer::features)
      .def_prop_ro("transitions", &PyManyReferencesTrainer::transitions);

  nb::class_<PyBeamTrainer>(module, "ManyReferencesBeamTrainer", "Learns whole sequences from sentences that have many references each; arc-eager.")
      .def("__init__",
           [](PyBeamTrainer* self, const PyTreebank& treebank, const Numbers& sentences, const Numbers& sizes, const Numbers& alternatives,
              const Numbers& words, const Numbers& heads, const Numbers& labels, std::vector<std::string> names, const std::string& templates, TagChoice tag,
              Root root, bool single_root, std::size_t beam, UpdateChoice update, LearnerChoice step, double aggressiveness, std::size_t batch,
              std::size_t threads, double label_cost, std::uint64_t seed) {
             if (step == LearnerChoice::adagrad_rda) throw std::invalid_argument("AdaGrad-RDA learns no whole sequences");
             new (self) PyBeamTrainer(
                 treebank,
                 {span_of(sentences), span_of(sizes), span_of(alternatives), span_of(words), span_of(heads), span_of(labels), std::move(names)}, templates, tag,
                 ArcEager(root, single_root),
                 {beam, update, step == LearnerChoice::perceptron ? StepChoice::perceptron : StepChoice::passive_aggressive, aggressiveness, batch,
                  static_cast<float>(label_cost), seed},
                 threads);
           },
           "treebank"_a, "sentences"_a, "sizes"_a, "alternatives"_a, "words"_a, "heads"_a, "labels"_a, "names"_a, "templates"_a, "tag"_a, "root"_a,
           "single_root"_a, "beam"_a, "update"_a, "step"_a, "aggressiveness"_a, "batch"_a, "threads"_a, "label_cost"_a, "seed"_a)
      .def("epoch", &PyBeamTrainer::epoch, "number"_a, "Goes through the treebank once; epochs count from 1. A decision is a sentence.")
      .def("parser", &PyBeamTrainer::parser, "The parser as it is now, with averaged weights.")
      .def("survivors", &PyBeamTrainer::survivors, nb::sig("def survivors(self) -> numpy.typing.NDArray[numpy.int32]"),
           "The alternative of each group that the gold sequence had when its sentence was last learnt from.")
      .def_prop_ro("features", &PyBeamTrainer::features)
      .def_prop_ro("transitions", &PyBeamTrainer::transitions);
}

}  // namespace dodona::python
