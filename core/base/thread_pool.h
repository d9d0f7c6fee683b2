// Threads that wait for work.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace dodona {

/// Shares out pieces of work that are too small for threads of their own, again and again.
class ThreadPool {
 public:
  /// Calls work(member, i), where members are numbered from 0.
  using Work = std::function<void(std::size_t, std::size_t)>;

  /// Threads that the system refuses are done without.
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

  /// Does all pieces and waits until they are done. What one of them throws is thrown again, when all have stopped.
  void run(std::size_t pieces, const Work& work) {
    {
      const std::lock_guard lock(mutex_);
      work_ = &work;
      pieces_ = pieces;
      next_.store(0, std::memory_order_relaxed);
      busy_ = others_.size();
      thrown_ = nullptr;
      ++round_;
    }
    begin_.notify_all();
    take_part(0);
    std::unique_lock lock(mutex_);
    end_.wait(lock, [&] { return busy_ == 0; });
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  void wait_for_work(std::size_t member) {
    for (std::size_t last = 0;;) {
      {
        std::unique_lock lock(mutex_);
        begin_.wait(lock, [&] { return round_ != last; });
        last = round_;
        if (work_ == nullptr) return;
      }
      take_part(member);
      const std::lock_guard lock(mutex_);
      if (--busy_ == 0) end_.notify_one();
    }
  }

  void take_part(std::size_t member) {
    try {
      for (std::size_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < pieces_;) (*work_)(member, i);
    } catch (...) {
      next_.store(pieces_, std::memory_order_relaxed);
      const std::lock_guard lock(mutex_);
      if (!thrown_) thrown_ = std::current_exception();
    }
  }

  std::mutex mutex_;
  std::condition_variable begin_, end_;
  const Work* work_ = nullptr;
  std::size_t pieces_ = 0, busy_ = 0, round_ = 0;
  std::atomic<std::size_t> next_{0};
  std::exception_ptr thrown_;
  std::vector<std::thread> others_;  // the last to be made: they use all of the above
};

}  // namespace dodona
