// Sentences shared out among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace dodona {

/// Looks now and then whether to go on, and throws if not. Only the thread that began the work calls it.
using Interrupt = std::function<void()>;

/// Calls `each(i)` for every sentence, where each thread has its own `each`, made by `make()`. What one of
/// them throws ends the work of all, and is thrown again. Threads that the system refuses are done without.
template <class Make>
void for_sentences(std::size_t sentences, std::size_t threads, Make make, const Interrupt& interrupt = {}) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr thrown;
  std::mutex mutex;
  const auto work = [&](bool began_it) {
    try {
      auto each = make();
      auto looked = std::chrono::steady_clock::now();
      for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < sentences;) {
        each(i);
        if (!began_it || !interrupt) continue;
        // Now and then: whoever is asked may have to wait for a lock.
        const auto now = std::chrono::steady_clock::now();
        if (now - looked < std::chrono::milliseconds(50)) continue;
        interrupt();
        looked = now;
      }
    } catch (...) {
      next.store(sentences, std::memory_order_relaxed);
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
    }
  };
  // A thread is not worth its while for less than this.
  threads = std::clamp<std::size_t>(threads, 1, sentences / 32 + 1);
  std::vector<std::thread> others;
  try {
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(work, false);
  } catch (const std::system_error&) {
  }
  work(true);
  for (std::thread& other : others) other.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace dodona
