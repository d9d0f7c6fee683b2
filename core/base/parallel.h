// Loops shared among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "base/interrupt.h"

namespace dodona {

/// Threads for many short loops. The thread that calls `run` is member 0.
class ThreadPool {
 public:
  using Work = std::function<void(std::size_t member, std::size_t i)>;

  /// Starts fewer threads if the system refuses some.
  explicit ThreadPool(std::size_t members) {
    try {
      for (std::size_t i = 1; i < members; ++i) others_.emplace_back([this, i] { wait_for_work(i); });
    } catch (const std::system_error&) {
    }
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() {
    {
      const std::lock_guard lock(mutex_);
      work_ = nullptr;
      ++round_;
    }
    begin_.notify_all();
    for (std::thread& other : others_) other.join();
  }

  /// Calls work(member, i) for every i below `count`, and waits for all calls. The first exception stops all members,
  /// and is rethrown here. Only the calling thread polls `interrupt`, also while it waits; in the other threads,
  /// `poll_interrupt` checks whether the loop has been stopped.
  void run(std::size_t count, const Work& work, const Interrupt& interrupt = {}) {
    {
      const std::lock_guard lock(mutex_);
      work_ = &work;
      count_ = count;
      next_.store(0, std::memory_order_relaxed);
      stopped_.store(false, std::memory_order_relaxed);
      busy_ = others_.size();
      thrown_ = nullptr;
      ++round_;
    }
    begin_.notify_all();
    std::optional<InterruptScope> scope;
    if (interrupt) scope.emplace(interrupt);
    attempt([&] { take_part(0); });
    attempt([&] {
      std::unique_lock lock(mutex_);
      while (!end_.wait_for(lock, std::chrono::milliseconds(50), [&] { return busy_ == 0; })) {
        if (thrown_) continue;
        lock.unlock();  // the interrupt may block
        poll_interrupt();
        lock.lock();
      }
    });
    std::unique_lock lock(mutex_);
    end_.wait(lock, [&] { return busy_ == 0; });
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  struct Stopped {};

  void wait_for_work(std::size_t member) {
    const Interrupt stop = [this] {
      if (stopped_.load(std::memory_order_relaxed)) throw Stopped{};
    };
    const InterruptScope scope(stop);
    for (std::size_t last = 0;;) {
      {
        std::unique_lock lock(mutex_);
        begin_.wait(lock, [&] { return round_ != last; });
        last = round_;
        if (work_ == nullptr) return;
      }
      attempt([&] { take_part(member); });
      const std::lock_guard lock(mutex_);
      if (--busy_ == 0) end_.notify_one();
    }
  }

  void take_part(std::size_t member) {
    for (std::size_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < count_;) {
      (*work_)(member, i);
      poll_interrupt();
    }
  }

  template <class F>
  void attempt(F f) {
    try {
      f();
    } catch (const Stopped&) {
    } catch (...) {
      next_.store(count_, std::memory_order_relaxed);
      stopped_.store(true, std::memory_order_relaxed);
      const std::lock_guard lock(mutex_);
      if (!thrown_) thrown_ = std::current_exception();
    }
  }

  std::mutex mutex_;
  std::condition_variable begin_, end_;
  const Work* work_ = nullptr;
  std::size_t count_ = 0, busy_ = 0, round_ = 0;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::exception_ptr thrown_;
  std::vector<std::thread> others_;  // last, because the threads use all of the above
};

/// A thread of `parallel_for` gets groups of consecutive numbers: this is where the group of i ends.
constexpr std::size_t group_end(std::size_t i) {
  constexpr std::size_t kGroup = 8;
  return (i / kGroup + 1) * kGroup;
}

/// Calls `each(i)` for every i below `count` on several threads, where every thread has its own `each`, made by
/// `make()`. Exceptions and interrupts are handled as in `ThreadPool::run`.
template <class Make>
void parallel_for(std::size_t count, std::size_t threads, Make make, const Interrupt& interrupt = {}) {
  threads = std::clamp<std::size_t>(threads, 1, count / 32 + 1);  // starting a thread does not pay for less
  std::vector<std::optional<decltype(make())>> each(threads);
  const std::size_t size = group_end(0);
  ThreadPool(threads).run((count + size - 1) / size,
                          [&](std::size_t member, std::size_t group) {
                            if (!each[member]) each[member].emplace(make());
                            for (std::size_t i = group * size; i < std::min(count, group_end(group * size)); ++i) {
                              (*each[member])(i);
                              poll_interrupt();
                            }
                          },
                          interrupt);
}

}  // namespace dodona
