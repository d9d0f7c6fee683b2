// Compares best-first search with an enumeration of all sequences.
#include "search/best_first.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>

#include "random_scores.h"
#include "test.h"

using namespace dodona;
using Outcome = BestFirst::Outcome;

namespace {

const TransitionSet::Labels kOneLabel{{0}, {0}, {0}, {0}};

// Random scores as probabilities; notes which configurations were scored.
class Probabilities {
 public:
  Probabilities(std::size_t transitions, std::uint64_t seed, std::uint64_t kinds) : scores_(transitions, seed, kinds) {}

  template <class C>
  const float* score(const C& c) {
    ++scored;
    different.insert(key_of(c));
    return scores_.score(c);
  }
  double normaliser(const LegalTransitions& legal, const float* scores) const {
    double sum = 0;
    for (const TransitionRange range : legal)
      for (TransitionId id = range.begin; id < range.end; ++id) sum += std::exp(static_cast<double>(scores[id]));
    return std::log(sum);
  }

  std::size_t scored = 0;
  std::set<std::u32string> different;

 private:
  Scores scores_;
};

// The log-probability of the most probable sequence to every final configuration.
using BestOfFinal = std::map<std::u32string, double>;
void follow_all(const TransitionSystem& system, const TransitionSet& transitions, Probabilities& source,
                const Configuration& c, double sum, BestOfFinal& best) {
  if (system.finished(c)) {
    auto& known = best.try_emplace(key_of(c), sum).first->second;
    known = std::max(known, sum);
    return;
  }
  const LegalTransitions legal(system, transitions, c);
  const float* const row = source.score(c);
  const std::vector<float> scores(row, row + transitions.size());
  const double normaliser = source.normaliser(legal, row);
  for (const TransitionRange range : legal)
    for (TransitionId id = range.begin; id < range.end; ++id) {
      Configuration next = c;
      system.apply(next, transitions[id].move, transitions[id].label);
      follow_all(system, transitions, source, next, sum + (static_cast<double>(scores[id]) - normaliser), best);
    }
}

}  // namespace

TEST(best_first_search_finds_the_most_probable_of_all_sequences) {
  std::mt19937 random(2006);
  for_systems([&](const TransitionSystem& system, const TransitionSet& with_labels) {
    const TransitionSet without_labels(kOneLabel, system.moves());
    for (const std::uint64_t different : {1u, 3u, 9u})
      for (Node words = 1; words <= 4; ++words) {
        const TransitionSet& transitions = words <= 3 ? with_labels : without_labels;
        Probabilities source(transitions.size(), random(), different);
        BestOfFinal best;
        Configuration c;
        system.start(c, words);
        follow_all(system, transitions, source, c, 0, best);
        double most = -std::numeric_limits<double>::infinity();
        for (const auto& [key, sum] : best) most = std::max(most, sum);

        BestFirst search(transitions, 100'000);
        source.scored = 0;
        source.different.clear();
        CHECK(search.search(system, source, words) == Outcome::found);
        CHECK(search.score() == most);
        const auto found = best.find(key_of(search.configuration()));
        CHECK(found != best.end() && found->second == most);
        CHECK(source.scored == source.different.size());  // none twice
        // What is not above a bound is not found.
        CHECK(search.search(system, source, words, std::nextafter(most, -1e9)) == Outcome::found);
        CHECK(search.score() == most);
        CHECK(search.search(system, source, words, most) == Outcome::none);
      }
  });
}

TEST(a_limited_agenda_finds_the_same_hypothesis_or_none) {
  std::mt19937 random(2013);
  std::size_t gave_up = 0;
  for_systems([&](const TransitionSystem& system, const TransitionSet& transitions) {
    for (int repeat = 0; repeat < 3; ++repeat) {
      Probabilities source(transitions.size(), random(), 12);
      BestFirst unlimited(transitions, 100'000);
      CHECK(unlimited.search(system, source, 5) == Outcome::found);
      const std::size_t scored = source.scored;
      Outcome before = Outcome::unknown;
      for (std::size_t most = 1; most <= 2 * scored + 50; most += 1 + most / 8) {
        BestFirst limited(transitions, most);
        source.scored = 0;
        const Outcome outcome = limited.search(system, source, 5);
        CHECK(source.scored <= most);
        if (outcome == Outcome::unknown) {
          ++gave_up;
          CHECK(before == Outcome::unknown && source.scored <= scored);
        } else {
          CHECK(outcome == Outcome::found && source.scored == scored && limited.score() == unlimited.score());
          CHECK(key_of(limited.configuration()) == key_of(unlimited.configuration()));
        }
        before = outcome;
      }
      CHECK(before == Outcome::found);
    }
  });
  CHECK(gave_up > 100);
}
