// Interrupting long computations.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

namespace dodona {

/// Checks whether to continue, and throws if not.
using Interrupt = std::function<void()>;

/// While it lives, `poll_interrupt()` calls this interrupt on the thread that created it.
class InterruptScope {
 public:
  explicit InterruptScope(const Interrupt& interrupt)
      : outer_(std::exchange(current(), {interrupt ? &interrupt : nullptr, std::chrono::steady_clock::now()})) {}
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;
  ~InterruptScope() { current() = outer_; }

 private:
  friend void poll_interrupt();

  struct State {
    const Interrupt* interrupt = nullptr;
    std::chrono::steady_clock::time_point last{};
  };
  static State& current() {
    thread_local State state;
    return state;
  }

  State outer_;
};

/// Call this regularly in anything that may take long, however deep inside a sentence. Polls at most every 50 ms,
/// because the interrupt may block on the GIL.
inline void poll_interrupt() {
  InterruptScope::State& state = InterruptScope::current();
  if (state.interrupt == nullptr) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - state.last < std::chrono::milliseconds(50)) return;
  state.last = now;
  (*state.interrupt)();
}

/// Call this after every transition. Only SWAP can make a single sentence slow: n words may need n²/2 of them.
inline void poll_interrupt_if(bool swapped) {
  if (swapped) poll_interrupt();
}

}  // namespace dodona
