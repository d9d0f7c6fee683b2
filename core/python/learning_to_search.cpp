// Training by learning to search.
#include "training/learning_to_search.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <memory>

#include "python/any_trainer.h"
#include "python/treebank.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

class PySearchTrainer {
 public:
  PySearchTrainer(const PyTreebank& treebank, const std::string& templates, TagChoice tag, const TransitionSystem& system, OracleChoice oracle,
                  const SearchOptions& options, const CostSensitiveOptions& learner)
      : data_(*treebank, templates, tag, system, oracle, options.label_cost), trainer_(data_, options, learner) {}
  PySearchTrainer(const PySearchTrainer&) = delete;
  PySearchTrainer& operator=(const PySearchTrainer&) = delete;

  EpochReport epoch(int number) {
    nb::gil_scoped_release release;
    return learn_all(trainer_.start_epoch(number), [&](std::size_t i, EpochReport& report) { trainer_.learn(number, i, report); });
  }
  Parser parser() const {
    nb::gil_scoped_release release;
    return {data_.setup, trainer_.model()};
  }
  nb::dict state() const { return state_of(trainer_); }
  void restore(const nb::dict& from) { restore_state(trainer_, from, 0); }
  std::size_t features() const { return 0; }
  std::size_t transitions() const { return data_.setup->transitions.size(); }

 private:
  TrainingData data_;
  SearchTrainer trainer_;
};

}  // namespace

void bind_learning_to_search(nb::module_& module) {
  nb::enum_<RollIn>(module, "RollIn").value("reference", RollIn::reference).value("learned", RollIn::learned).value("mixture", RollIn::mixture);
  nb::enum_<RollOut>(module, "RollOut")
      .value("reference", RollOut::reference)
      .value("learned", RollOut::learned)
      .value("mixture", RollOut::mixture)
      .value("none", RollOut::none);

  const SearchOptions usual;
  const CostSensitiveOptions learner;
  nb::class_<PySearchTrainer>(module, "SearchTrainer", "Learns to search: a move for each configuration, and then a label.")
      .def("__init__",
           [](PySearchTrainer* self, const PyTreebank& treebank, const std::string& templates, TagChoice tag, SystemChoice system, Root root,
              bool single_root, OracleChoice oracle, RollIn roll_in, RollOut roll_out, bool per_step, double mixture_alpha, std::size_t max_deviations,
              double label_cost, std::uint64_t seed, UpdateRule rule, Reduction reduction, std::size_t hidden, bool shared, std::size_t bits, double rate,
              double power_t, double beta, double l1, double l2, bool averages, double dropout) {
             new (self) PySearchTrainer(treebank, templates, tag, TransitionSystem(system, root, single_root), oracle,
                                        {roll_in, roll_out, per_step, mixture_alpha, max_deviations, static_cast<float>(label_cost), dropout, seed},
                                        {0, reduction, {rule, rate, power_t, rate, beta, l1, l2, averages}, hidden, shared, bits, seed});
           },
           "treebank"_a, "templates"_a, "tag"_a, "system"_a, "root"_a, "single_root"_a, "oracle"_a, "roll_in"_a = usual.roll_in,
           "roll_out"_a = usual.roll_out, "per_step"_a = usual.per_step, "mixture_alpha"_a = usual.mixture_alpha, "max_deviations"_a = usual.max_deviations,
           "label_cost"_a = static_cast<double>(usual.label_cost), "seed"_a = usual.seed, "rule"_a = learner.update.rule, "reduction"_a = learner.reduction,
           "hidden"_a = learner.hidden, "shared"_a = learner.shared, "bits"_a = learner.bits, "rate"_a = learner.update.rate,
           "power_t"_a = learner.update.power_t, "beta"_a = learner.update.beta, "l1"_a = learner.update.l1, "l2"_a = learner.update.l2, "averages"_a = true, "dropout"_a = usual.dropout)
      .def("epoch", &PySearchTrainer::epoch, "number"_a, "Goes through the treebank once; epochs count from 1.")
      .def("parser", &PySearchTrainer::parser, "The parser as it is now.")
      .def("state", &PySearchTrainer::state, nb::sig("def state(self) -> dict[str, numpy.typing.NDArray[typing.Any]]"))
      .def("restore", &PySearchTrainer::restore, "state"_a, nb::sig("def restore(self, state: dict[str, numpy.typing.NDArray[typing.Any]]) -> None"))
      .def_prop_ro("features", &PySearchTrainer::features)
      .def_prop_ro("transitions", &PySearchTrainer::transitions);
}

}  // namespace dodona::python
