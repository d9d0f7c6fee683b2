#include "base/thread_pool.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "test.h"

using namespace dodona;

TEST(a_thread_pool_does_every_piece_once_and_passes_on_what_is_thrown) {
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
