// The base learners of learning to search.
#include "learners/cost_sensitive_learner.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "python/arrays.h"
#include "python/treebank.h"

namespace dodona::python {

using namespace nb::literals;

namespace {

// Neither numbers that are none nor actions that are not there may get in.
class PyLearner {
 public:
  explicit PyLearner(const CostSensitiveOptions& options) : learner_(options), seen_(options.actions) {}

  Array<float> predict(const InputArray<std::uint64_t>& keys, const InputArray<float>& values,
                       const InputArray<Action>& allowed) {
    const SparseFeatures features = checked(keys, values);
    check(allowed);
    const float* const predicted = learner_.predict(features);
    std::vector<float> costs(allowed.size());
    for (std::size_t i = 0; i < costs.size(); ++i) costs[i] = predicted[allowed.data()[i]];
    return array_of(std::move(costs));
  }

  void update(const InputArray<std::uint64_t>& keys, const InputArray<float>& values, const InputArray<Action>& allowed,
              const InputArray<float>& costs, float importance) {
    const SparseFeatures features = checked(keys, values);
    check(allowed);
    if (costs.size() != allowed.size()) throw std::invalid_argument("there must be one cost for each allowed action");
    if (!std::all_of(costs.data(), costs.data() + costs.size(), [](float cost) { return std::isfinite(cost); }))
      throw std::invalid_argument("a cost is no finite number");
    if (!std::isfinite(importance) || importance < 0)
      throw std::invalid_argument("the importance must be a number from 0 on");
    if (importance > 0) learner_.learn(features, {allowed.data(), allowed.size()}, costs.data(), importance);
  }

  nb::dict state() const {
    RegressionWeights::Saved saved = learner_.state();
    nb::dict out;
    out["counters"] = array_of(std::move(saved.counters));
    out["values"] = array_of(std::move(saved.values));
    return out;
  }
  void restore(const nb::dict& from) {
    const NamedViews views = views_of(from);
    learner_.restore({array_named<double>(views, "counters"), array_named<float>(views, "values")});
  }
  void settle() { learner_.settle(); }
  void restart_averages() { learner_.restart_averages(); }
  std::size_t actions() const { return learner_.actions(); }

 private:
  static SparseFeatures checked(const InputArray<std::uint64_t>& keys, const InputArray<float>& values) {
    if (keys.size() != values.size()) throw std::invalid_argument("there must be one value for each feature");
    if (!std::all_of(values.data(), values.data() + values.size(), [](float value) { return std::isfinite(value); }))
      throw std::invalid_argument("a feature's value is no finite number");
    return {{keys.data(), keys.size()}, values.data()};
  }
  void check(const InputArray<Action>& allowed) {
    if (allowed.size() == 0) throw std::invalid_argument("no action is allowed");
    seen_.assign(seen_.size(), false);
    for (std::size_t i = 0; i < allowed.size(); ++i) {
      const Action action = allowed.data()[i];
      if (action >= seen_.size()) throw std::invalid_argument("an action is allowed that does not exist");
      if (seen_[action]) throw std::invalid_argument("an action is allowed twice");
      seen_[action] = true;
    }
  }

  CostSensitiveLearner learner_;
  std::vector<bool> seen_;
};

}  // namespace

void bind_cost_sensitive_learner(nb::module_& module) {
  nb::enum_<UpdateRule>(module, "UpdateRule")
      .value("sgd", UpdateRule::sgd)
      .value("sgd_plus", UpdateRule::sgd_plus)
      .value("ftrl", UpdateRule::ftrl);
  nb::enum_<Reduction>(module, "Reduction")
      .value("csoaa", Reduction::csoaa)
      .value("multiclass", Reduction::multiclass)
      .value("margin", Reduction::max_margin)
      .value("softmax_margin", Reduction::softmax_margin);

  const CostSensitiveOptions usual;
  nb::class_<PyLearner>(module, "CostSensitiveLearner", "Learns what each action costs, from hashed features.")
      .def(
          "__init__",
          [](PyLearner* self, std::size_t actions, UpdateRule rule, Reduction reduction, std::size_t hidden,
             bool shared, std::size_t bits, double rate, double power_t, double alpha, double beta, double l1,
             double l2, bool averages, std::uint64_t seed) {
            new (self) PyLearner(
                {actions, reduction, {rule, rate, power_t, alpha, beta, l1, l2, averages}, hidden, shared, bits, seed});
          },
          "actions"_a, "rule"_a = usual.update.rule, "reduction"_a = usual.reduction, "hidden"_a = usual.hidden,
          "shared"_a = usual.shared, "bits"_a = usual.bits, "rate"_a = usual.update.rate,
          "power_t"_a = usual.update.power_t, "alpha"_a = usual.update.alpha, "beta"_a = usual.update.beta,
          "l1"_a = usual.update.l1, "l2"_a = usual.update.l2, "averages"_a = usual.update.averages,
          "seed"_a = usual.seed)
      .def("predict", &PyLearner::predict, nb::lock_self(), "keys"_a, "values"_a, "allowed"_a,
           nb::sig("def predict(self, keys: numpy.typing.NDArray[numpy.uint64], values: "
                   "numpy.typing.NDArray[numpy.float32], allowed: "
                   "numpy.typing.NDArray[numpy.uint32]) -> numpy.typing.NDArray[numpy.float32]"),
           "The predicted cost of each allowed action.")
      .def(
          "update", &PyLearner::update, nb::lock_self(), "keys"_a, "values"_a, "allowed"_a, "costs"_a,
          "importance"_a = 1.0f,
          nb::sig("def update(self, keys: numpy.typing.NDArray[numpy.uint64], values: "
                  "numpy.typing.NDArray[numpy.float32], allowed: "
                  "numpy.typing.NDArray[numpy.uint32], costs: numpy.typing.NDArray[numpy.float32], importance: float = "
                  "1.0) -> None"),
          "Learns from the costs of allowed actions.")
      .def("restart_averages", &PyLearner::restart_averages, nb::lock_self(), "Forgets the averages so far.")
      .def("settle", &PyLearner::settle, nb::lock_self(), "Predicts with averages from now on, if they are kept.")
      .def("state", &PyLearner::state, nb::lock_self(),
           nb::sig("def state(self) -> dict[str, numpy.typing.NDArray[typing.Any]]"))
      .def("restore", &PyLearner::restore, nb::lock_self(), "state"_a,
           nb::sig("def restore(self, state: dict[str, numpy.typing.NDArray[typing.Any]]) -> None"))
      .def_prop_ro("actions", &PyLearner::actions);
}

}  // namespace dodona::python
