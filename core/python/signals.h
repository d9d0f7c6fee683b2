// Ctrl-C during long computations.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>

#include "base/interrupt.h"

namespace dodona::python {

/// Call this in every turn of a loop over sentences or words, with the GIL held. Python runs signal handlers only when
/// asked; what they raise (KeyboardInterrupt) leaves the loop.
class Interruption {
 public:
  void operator()() {
    constexpr std::size_t kTurns = 1024;  // asking takes some nanoseconds
    if (++turns_ % kTurns == 0 && PyErr_CheckSignals() != 0) throw nanobind::python_error();
  }

 private:
  std::size_t turns_ = 0;
};

/// The same without the GIL.
inline void check_signals() {
  const nanobind::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

/// For functions that run without the GIL.
using WithoutGil = nanobind::call_guard<nanobind::gil_scoped_release>;
/// Runs `work` without the GIL.
template <class Work>
auto without_gil(Work work) {
  const nanobind::gil_scoped_release release;
  return work();
}

/// Runs `work` on this thread, with the GIL or without; its polls for interrupts check signals.
template <class Work>
auto with_interrupts(Work work) {
  const Interrupt interrupt = check_signals;
  const InterruptScope scope(interrupt);
  return work();
}

}  // namespace dodona::python
