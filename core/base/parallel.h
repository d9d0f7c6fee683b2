// Sentences shared out among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "base/interrupt.h"

namespace dodona {

/// Calls `each(i)` for every sentence, where each thread has its own `each`, made by `make()`. What one of
/// them throws ends the work of all, and is thrown again. Threads that the system refuses are done without. Only the thread that
/// began the work asks `interrupt`, also while it waits for the others, who ask whether all is to end.
template <class Make>
void parallel_for(std::size_t sentences, std::size_t threads, Make make, const Interrupt& interrupt = {}) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr thrown;
  std::mutex mutex;
  std::atomic<bool> ends{false};
  struct Ended {};
  const Interrupt for_others = [&] {
    if (ends.load(std::memory_order_relaxed)) throw Ended{};
  };
  const auto attempt = [&](auto what) {
    try {
      what();
    } catch (const Ended&) {
    } catch (...) {
      next.store(sentences, std::memory_order_relaxed);
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
      ends.store(true, std::memory_order_relaxed);
    }
  };
  const auto work = [&](const Interrupt& asked) {
    const InterruptScope scope(asked);
    attempt([&] {
      auto each = make();
      for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < sentences;) {
        each(i);
        poll_interrupt();
      }
    });
  };
  // A thread is not worth its while for less than this.
  threads = std::clamp<std::size_t>(threads, 1, sentences / 32 + 1);
  std::vector<std::thread> others;
  std::size_t done = 0;
  std::condition_variable one_is_done;
  const auto take_part = [&] {
    work(for_others);
    const std::lock_guard lock(mutex);
    ++done;
    one_is_done.notify_one();
  };
  try {
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(take_part);
  } catch (const std::system_error&) {
  }
  work(interrupt);
  attempt([&] {
    std::unique_lock lock(mutex);
    while (!one_is_done.wait_for(lock, std::chrono::milliseconds(50), [&] { return done == others.size(); }))
      if (interrupt && !thrown) {
        lock.unlock();  // who is asked may take its time
        interrupt();
        lock.lock();
      }
  });
  for (std::thread& other : others) other.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace dodona
