// A trainer with one of several learners, and the parser that comes of it.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "learners/packing.h"
#include "python/learner_state.h"
#include "python/signals.h"
#include "search/parser.h"
#include "training/report.h"

namespace dodona::python {

/// Calls `learn(sentence, report)` for all sentences in this order, and now and then looks for signals.
template <class Learn>
EpochReport learn_all(const std::vector<std::uint32_t>& order, Learn learn) {
  return heeding_signals([&] {
    EpochReport report;
    for (const std::uint32_t sentence : order) {
      learn(sentence, report);
      poll_interrupt();
    }
    return report;
  });
}

/// What can be asked of a trainer whatever its learner is. `Data` is what it goes through, and has the setup of the parser.
template <class Data, class... Trainers>
class AnyTrainer {
 public:
  AnyTrainer(const AnyTrainer&) = delete;  // trainers look at the data where they are
  AnyTrainer& operator=(const AnyTrainer&) = delete;

  Parser parser(double prune) const {
    nb::gil_scoped_release release;
    return {data_.setup, std::visit([&](const auto& trainer) -> Parser::Model { return pack(trainer->learner(), static_cast<float>(prune)); }, trainer_)};
  }
  nb::dict state() const {
    return std::visit([](const auto& trainer) { return state_of(trainer->learner()); }, trainer_);
  }
  void restore(const nb::dict& from) {
    std::visit([&](auto& trainer) { restore_state(trainer->learner(), from, data_.setup->extractor.templates()); }, trainer_);
  }
  std::size_t features() const {
    return std::visit([](const auto& trainer) { return trainer->learner().features(); }, trainer_);
  }
  std::size_t transitions() const { return data_.setup->transitions.size(); }

 protected:
  explicit AnyTrainer(Data data) : data_(std::move(data)) {}

  Data data_;
  std::variant<std::unique_ptr<Trainers>...> trainer_;
};

}  // namespace dodona::python
