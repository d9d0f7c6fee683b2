// Clusters of words: case, unknown words, order.
#include "text/clusters.h"

#include "test.h"

using namespace dodona;

TEST(clusters_are_found_in_any_case) {
  const std::vector<std::uint16_t> numbers{7, 65'535, 0, 1};
  const Clusters clusters = Clusters::of({"Oak", "Ähre", "dove", "OAK"}, numbers);
  CHECK(clusters.find("oak") == 7 && clusters.find("äHRE") == 65'535 && clusters.find("Dove") == 0);
  CHECK(!clusters.find("owl") && !clusters.find(""));
  CHECK(clusters.hashes().size() == 3);
  const Clusters again(clusters.hashes(), clusters.numbers());
  CHECK(again.find("oak") == 7 && !again.find("owl"));
}

TEST(clusters_that_do_not_fit_together_are_refused) {
  const std::vector<std::uint16_t> one{1};
  CHECK(is_refused([&] { Clusters::of({"oak", "dove"}, one); }));
  using Hashes = std::vector<std::uint32_t>;
  using Numbers = std::vector<std::uint16_t>;
  CHECK(is_refused([&] { Clusters(Hashes{1, 2}, Numbers{1}); }));
  CHECK(is_refused([&] { Clusters(Hashes{2, 1}, Numbers{1, 1}); }));
  CHECK(is_refused([&] { Clusters(Hashes{2, 2}, Numbers{1, 1}); }));
}
