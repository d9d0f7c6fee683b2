// Choices that only the bindings have.
#pragma once

#include <cstdint>

namespace dodona::python {

/// The learner of a trainer.
enum class LearnerChoice : std::uint8_t { perceptron, adagrad_rda, passive_aggressive };

}  // namespace dodona::python
