// Loops on several threads: every call is made once, and exceptions and interrupts stop all threads.
#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "test.h"

using namespace dodona;

TEST(a_thread_pool_makes_every_call_once_and_rethrows_exceptions) {
  ThreadPool pool(3);
  for (std::size_t round = 0; round < 200; ++round) {
    std::vector<int> done(round % 7, 0);
    pool.run(done.size(), [&](std::size_t, std::size_t i) { ++done[i]; });
    CHECK(std::ranges::all_of(done, [](int times) { return times == 1; }));
  }
  bool caught = false;
  try {
    pool.run(5, [](std::size_t, std::size_t i) {
      if (i == 2) throw std::runtime_error("no");
    });
  } catch (const std::runtime_error&) {
    caught = true;
  }
  CHECK(caught);
  std::size_t again = 0;
  pool.run(1, [&](std::size_t, std::size_t) { ++again; });
  CHECK(again == 1);
}

TEST(parallel_for_gives_every_thread_its_own_worker) {
  std::vector<std::atomic<int>> done(1000);
  std::mutex mutex;
  std::set<std::thread::id> makers;
  std::size_t workers = 0;
  const auto make = [&] {
    const std::lock_guard lock(mutex);
    makers.insert(std::this_thread::get_id());
    ++workers;
    return [&, thread = std::this_thread::get_id()](std::size_t i) {
      CHECK(thread == std::this_thread::get_id());
      ++done[i];
    };
  };
  parallel_for(done.size(), 4, make);
  CHECK(workers == makers.size() && workers >= 1 && workers <= 4);
  CHECK(std::ranges::all_of(done, [](const auto& times) { return times == 1; }));
}

TEST(an_interrupt_stops_all_threads) {
  std::atomic<bool> interrupted{false};
  const Interrupt interrupt = [&] {
    interrupted = true;
    throw std::runtime_error("interrupted");
  };
  // Every call runs until it is interrupted.
  const auto make = [] {
    return [](std::size_t) {
      for (;;) poll_interrupt();
    };
  };
  bool caught = false;
  try {
    parallel_for(100, 3, make, interrupt);
  } catch (const std::runtime_error&) {
    caught = true;
  }
  CHECK(caught && interrupted);
}
