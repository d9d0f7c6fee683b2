// Lets Ctrl-C stop what takes long.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>

#include "base/interrupt.h"

namespace dodona::python {

/// To be called once in every turn of a loop over sentences or words, with the GIL held. Python learns of
/// a signal only when it is asked; what its handler raises (KeyboardInterrupt) leaves the loop.
class Interruption {
 public:
  void operator()() {
    constexpr std::size_t kTurns = 1024;  // asking takes some nanoseconds
    if (++turns_ % kTurns == 0 && PyErr_CheckSignals() != 0) throw nanobind::python_error();
  }

 private:
  std::size_t turns_ = 0;
};

/// The same for work that goes on without the GIL.
inline void look_for_signals() {
  const nanobind::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

/// Does some work on this thread, with the GIL or without, which looks for signals now and then.
template <class Work>
auto heeding_signals(Work work) {
  const Interrupt interrupt = look_for_signals;
  const InterruptScope scope(interrupt);
  return work();
}

}  // namespace dodona::python
