// Training for beam search.
#include "training/structured.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <stdexcept>

#include "python/any_trainer.h"
#include "python/choices.h"
#include "python/treebank.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

class PyStructuredTrainer : public AnyTrainer<TrainingData, StructuredTrainer<AveragedPerceptron>, StructuredTrainer<HashedPerceptron>> {
 public:
  PyStructuredTrainer(const PyTreebank& treebank, const std::string& templates, TagChoice tag, const TransitionSystem& system, OracleChoice oracle,
                      const StructuredOptions& options, std::size_t threads, std::size_t hash_kernel)
      : AnyTrainer(heeding_signals([&] { return TrainingData(*treebank, templates, tag, system, oracle, options.label_cost); })) {
    if (hash_kernel == 0)
      trainer_ = std::make_unique<StructuredTrainer<AveragedPerceptron>>(data_, options, threads);
    else
      trainer_ = std::make_unique<StructuredTrainer<HashedPerceptron>>(
          data_, options, threads, HashedPerceptron(transitions(), hash_kernel, data_.setup->extractor.templates()));
  }

  EpochReport epoch(int number) {
    nb::gil_scoped_release release;
    return std::visit([&](auto& trainer) { return trainer->epoch(number, look_for_signals); }, trainer_);
  }
};

StepChoice step_of(LearnerChoice learner) {
  if (learner == LearnerChoice::adagrad_rda) throw std::invalid_argument("AdaGrad-RDA learns no whole sequences");
  return learner == LearnerChoice::perceptron ? StepChoice::perceptron : StepChoice::passive_aggressive;
}

}  // namespace

void bind_structured(nb::module_& module) {
  nb::enum_<UpdateChoice>(module, "UpdateChoice").value("early", UpdateChoice::early).value("max_violation", UpdateChoice::max_violation);

  const StructuredOptions usual;
  nb::class_<PyStructuredTrainer>(module, "StructuredTrainer", "Learns whole sequences, for parsing with a beam.")
      .def("__init__",
           [](PyStructuredTrainer* self, const PyTreebank& treebank, const std::string& templates, TagChoice tag, SystemChoice system, Root root,
              bool single_root, OracleChoice oracle, std::size_t beam, UpdateChoice update, LearnerChoice step, double aggressiveness, std::size_t batch,
              std::size_t threads, double label_cost, std::uint64_t seed, std::size_t hash_kernel) {
             new (self) PyStructuredTrainer(treebank, templates, tag, TransitionSystem(system, root, single_root), oracle,
                                            {beam, update, step_of(step), aggressiveness, batch, static_cast<float>(label_cost), seed}, threads, hash_kernel);
           },
           "treebank"_a, "templates"_a, "tag"_a, "system"_a, "root"_a, "single_root"_a, "oracle"_a, "beam"_a = usual.beam, "update"_a = usual.update,
           "step"_a = LearnerChoice::passive_aggressive, "aggressiveness"_a = usual.aggressiveness, "batch"_a = usual.batch, "threads"_a = 1,
           "label_cost"_a = 1.0, "seed"_a = usual.seed, "hash_kernel"_a = 0)
      .def("epoch", &PyStructuredTrainer::epoch, "number"_a, "Goes through the treebank once; epochs count from 1. A decision is a sentence.")
      .def("parser", &PyStructuredTrainer::parser, "prune"_a = 0.0, "The parser as it is now, with averaged weights.")
      .def("state", &PyStructuredTrainer::state, nb::sig("def state(self) -> dict[str, numpy.typing.NDArray[typing.Any]]"))
      .def("restore", &PyStructuredTrainer::restore, "state"_a,
           nb::sig("def restore(self, state: dict[str, numpy.typing.NDArray[typing.Any]]) -> None"))
      .def_prop_ro("features", &PyStructuredTrainer::features)
      .def_prop_ro("transitions", &PyStructuredTrainer::transitions);
}

}  // namespace dodona::python
