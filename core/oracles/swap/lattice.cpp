#include "oracles/swap/lattice.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>

namespace dodona {
namespace {

using Place = Lattice::Place;

// Configurations, numbered breadth first.
struct Graph {
  std::vector<Lattice::Transition> transitions;
  std::vector<std::size_t> first;  // of each configuration's transitions, and one more
  std::size_t configurations() const { return first.size() - 1; }

  template <class F>
  void for_transitions(Place place, F visit) const {
    for (std::size_t i = first[place]; i < first[place + 1]; ++i) visit(transitions[i]);
  }
};

std::optional<Graph> find(const Gold& gold, Root root, AllowedMoves allowed, std::size_t limit,
                          const std::function<void()>& poll) {
  const ProjectiveOrder order(gold);
  Graph found;
  std::unordered_map<std::u32string, Place> places;
  std::deque<Configuration> waiting;  // numbered, but not expanded
  const auto place_of = [&](Configuration c) {
    const auto [at, is_new] = places.try_emplace(configuration_key(c), static_cast<Place>(places.size()));
    if (is_new) waiting.push_back(std::move(c));
    return at->second;
  };
  place_of(Configuration(gold.words(), root));
  for (Place place = 0; !waiting.empty(); ++place) {
    if (places.size() > limit) return std::nullopt;
    if (place % 256 == 0) poll();
    const Configuration c = std::move(waiting.front());
    waiting.pop_front();
    found.first.push_back(found.transitions.size());
    if (SwapStandard::finished(c)) continue;
    for (const Move move : allowed(c, gold, order)) {
      if (move == Move::shift && c.buffer_size() == 0) continue;  // a dead end, which no oracle here comes to
      Configuration next = c;
      SwapStandard::apply(next, move, 0);
      found.transitions.push_back({place, place_of(std::move(next)), move});
    }
  }
  found.first.push_back(found.transitions.size());
  return found;
}

}  // namespace

std::optional<Lattice> lattice_of(const Gold& gold, Root root, AllowedMoves allowed, std::size_t limit,
                                  const std::function<void()>& poll) {
  const std::optional<Graph> found =
      find(gold, root, allowed, std::min<std::size_t>(limit, std::numeric_limits<Place>::max() - 8), poll);
  if (!found) return std::nullopt;
  const std::size_t count = found->configurations();

  // In topological order (Kahn 1962). The graph has no cycles: no two words are swapped twice.
  std::vector<Place> leading_here(count), columns(count), ready{0};
  std::vector<std::size_t> swaps(count, std::numeric_limits<std::size_t>::max());
  swaps[0] = 0;
  for (const auto& made : found->transitions) ++leading_here[made.after];
  for (std::size_t i = 0; i < ready.size(); ++i)
    found->for_transitions(ready[i], [&](const Lattice::Transition& made) {
      columns[made.after] = std::max(columns[made.after], columns[made.before] + 1);
      swaps[made.after] = std::min(swaps[made.after], swaps[made.before] + (made.move == Move::swap));
      if (--leading_here[made.after] == 0) ready.push_back(made.after);
    });

  std::vector<Place> sorted(count), rank(count);
  std::iota(sorted.begin(), sorted.end(), Place{0});
  std::ranges::stable_sort(sorted, {}, [&](Place place) { return columns[place]; });
  for (std::size_t i = 0; i < count; ++i) rank[sorted[i]] = static_cast<Place>(i);

  Lattice lattice;
  lattice.columns.reserve(count);
  lattice.transitions.reserve(found->transitions.size());
  for (const Place place : sorted) {
    lattice.columns.push_back(columns[place]);
    found->for_transitions(place, [&](const Lattice::Transition& made) {
      lattice.transitions.push_back({rank[place], rank[made.after], made.move});
    });
  }
  lattice.fewest_swaps = swaps[sorted.back()];
  return lattice;
}

}  // namespace dodona
