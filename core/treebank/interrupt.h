// Stopping what takes long.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

namespace dodona {

/// Looks whether to go on, and throws if not.
using Interrupt = std::function<void()>;

/// As long as it lives, `now_and_then()` asks this on the thread that made it.
class Listening {
 public:
  explicit Listening(const Interrupt& interrupt) : before_(std::exchange(asked(), {interrupt ? &interrupt : nullptr, std::chrono::steady_clock::now()})) {}
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;
  ~Listening() { asked() = before_; }

 private:
  friend void now_and_then();

  struct Asked {
    const Interrupt* interrupt = nullptr;
    std::chrono::steady_clock::time_point last{};
  };
  static Asked& asked() {
    thread_local Asked one;
    return one;
  }

  Asked before_;
};

/// To be called again and again by whatever may take long, be it deep down in a single sentence. Asks twenty times a second at most: who is asked
/// may have to wait for a lock.
inline void now_and_then() {
  Listening::Asked& asked = Listening::asked();
  if (asked.interrupt == nullptr) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - asked.last < std::chrono::milliseconds(50)) return;
  asked.last = now;
  (*asked.interrupt)();
}

/// The same, to be told of every transition. Only swaps can make a sentence take long by themselves: with n words there may be n²/2 of them.
inline void now_and_then_if(bool swapped) {
  if (swapped) now_and_then();
}

}  // namespace dodona
