#include "features/combinations.h"

#include <limits>

namespace dodona {

namespace {

std::size_t product(std::size_t a, std::size_t b) {
  constexpr auto most = std::numeric_limits<std::size_t>::max();
  return b != 0 && a > most / b ? most : a * b;
}

}  // namespace

std::size_t count_of(const Combination& combination, const std::vector<Range>& ranges) {
  std::size_t count = 1;
  for (const std::size_t place : combination) count = product(count, ranges[place].size());
  return count;
}

void add_combination(const Combination& combination, const std::vector<Range>& ranges,
                     std::vector<HashedFeature>& features) {
  const Range first = ranges[combination[0]], second = ranges[combination[1]];
  const bool cubic = combination.size() == 3;
  // The first partner of a feature in its own namespace: itself, unless its value is 1 and its square is redundant.
  const auto next = [&](std::size_t place) { return features[place].value == 1.0f ? place + 1 : place; };
  for (std::size_t i = first.begin; i < first.end; ++i) {
    // A repeated namespace continues from the previous feature, so that no pair occurs twice.
    for (std::size_t j = combination[1] == combination[0] ? next(i) : second.begin; j < second.end; ++j) {
      const HashedFeature pair{joined(features[i].hash, features[j].hash), features[i].value * features[j].value};
      if (!cubic) {
        features.push_back(pair);
        continue;
      }
      const Range third = ranges[combination[2]];
      const std::size_t from = combination[2] == combination[1]   ? next(j)
                               : combination[2] == combination[0] ? next(i)
                                                                  : third.begin;
      for (std::size_t k = from; k < third.end; ++k)
        features.push_back({joined(pair.hash, features[k].hash), pair.value * features[k].value});
    }
  }
}

}  // namespace dodona
