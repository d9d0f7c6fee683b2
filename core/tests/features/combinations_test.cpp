// Compares combinations of namespaces with their definition: all pairs and triples.
#include "features/combinations.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "test.h"

using namespace dodona;

namespace {

using Found = std::vector<std::pair<std::uint64_t, float>>;

// The features that a combination adds to three namespaces with two, three and no features.
Found added(const Combination& combination) {
  std::vector<HashedFeature> features{{1, 2.0f}, {2, 3.0f}, {10, 5.0f}, {20, 7.0f}, {30, 0.5f}};
  const std::vector<Range> ranges{{0, 2}, {2, 5}, {5, 5}};
  const std::size_t before = features.size();
  add_combination(combination, ranges, features);
  CHECK(features.size() - before <= count_of(combination, ranges));
  Found found;
  for (std::size_t i = before; i < features.size(); ++i) found.emplace_back(features[i].hash, features[i].value);
  return found;
}

std::uint64_t triple(std::uint64_t a, std::uint64_t b, std::uint64_t c) { return joined(joined(a, b), c); }

}  // namespace

TEST(combinations_multiply_namespaces) {
  CHECK(added({0, 1}) == Found{{joined(1, 10), 10.0f},
                               {joined(1, 20), 14.0f},
                               {joined(1, 30), 1.0f},
                               {joined(2, 10), 15.0f},
                               {joined(2, 20), 21.0f},
                               {joined(2, 30), 1.5f}});
  CHECK(added({0, 0}) == Found{{joined(1, 1), 4.0f}, {joined(1, 2), 6.0f}, {joined(2, 2), 9.0f}});
  CHECK(added({0, 2}).empty());
  CHECK(added({0, 1, 2}).empty());
  CHECK(added({0, 0, 0}) ==
        Found{{triple(1, 1, 1), 8.0f}, {triple(1, 1, 2), 12.0f}, {triple(1, 2, 2), 18.0f}, {triple(2, 2, 2), 27.0f}});
  // The square of a feature with value 1 would be redundant.
  std::vector<HashedFeature> ones{{1, 1.0f}, {2, 1.0f}, {3, 1.0f}};
  add_combination({0, 0}, {{0, 3}}, ones);
  CHECK(ones.size() == 3 + 3);
  add_combination({0, 0, 0}, {{0, 3}}, ones);
  CHECK(ones.size() == 3 + 3 + 1);
  const Found around = added({0, 1, 0});  // repeated, but not adjacent
  CHECK(around.size() == 9);
  CHECK(std::ranges::count(around, std::pair(triple(1, 20, 2), 42.0f)) == 1);
  CHECK(std::ranges::count(around, std::pair(triple(2, 20, 1), 42.0f)) == 0);
}

TEST(hashes_of_features_differ) {
  std::vector<std::uint64_t> hashes;
  for (const char* const text : {"", "a", "b", "ab", "ba", "aa"})
    for (const std::uint64_t start : {std::uint64_t{0}, hash_of("a", 0), hash_of("b", 0)})
      hashes.push_back(hash_of(text, start));
  for (std::uint64_t a = 0; a < 30; ++a)
    for (std::uint64_t b = 0; b < 30; ++b) hashes.push_back(joined(a, b));
  std::ranges::sort(hashes);
  CHECK(std::ranges::adjacent_find(hashes) == hashes.end());
}
