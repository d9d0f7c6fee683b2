// Compares the beam with a simple one that copies everything, and with an enumeration of all sequences.
#include "search/beam.h"

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "random_scores.h"
#include "test.h"
#include "transitions/system.h"

using namespace dodona;

namespace {

struct Way {
  Configuration c;
  double score = 0;
  std::vector<TransitionId> made;
  bool is_gold = false;
};

constexpr TransitionId kIdle = Beam::kIdle;

// One step of a simple beam: all successors, sorted, without duplicates of better ones.
bool plain_step(const TransitionSystem& system, const TransitionSet& transitions, std::vector<Way>& beam,
                std::size_t width, bool merge, Scores& scores, TransitionId gold) {
  struct Next {
    double score;
    std::size_t from;
    TransitionId id;
  };
  std::vector<Next> all;
  bool more = false;
  for (std::size_t i = 0; i < beam.size(); ++i) {
    if (system.finished(beam[i].c)) {
      all.push_back({beam[i].score, i, kIdle});
      continue;
    }
    more = true;
    const float* const row = scores.score(beam[i].c);
    for_legal(system, transitions, beam[i].c, system.legal(beam[i].c), [&](Move, TransitionRange range) {
      for (TransitionId id = range.begin; id < range.end; ++id)
        all.push_back({beam[i].score + static_cast<double>(row[id]), i, id});
    });
  }
  if (!more) return false;
  std::ranges::sort(all, [](const Next& a, const Next& b) {
    return std::tuple(-a.score, a.from, a.id) < std::tuple(-b.score, b.from, b.id);
  });
  std::vector<Way> next;
  std::set<std::u32string> seen;
  for (const Next& each : all) {
    if (next.size() == width) break;
    Way way = beam[each.from];
    way.score = each.score;
    way.is_gold = way.is_gold && each.id == gold;
    if (each.id != kIdle) {
      system.apply(way.c, transitions[each.id].move, transitions[each.id].label);
      way.made.push_back(each.id);
    }
    const bool is_new = seen.insert(key_of(way.c)).second;
    if (!merge || is_new || way.is_gold) next.push_back(way);
  }
  beam = next;
  return true;
}

// Some sequence from the beginning to the end.
std::vector<TransitionId> random_sequence(const TransitionSystem& system, const TransitionSet& transitions, Node words,
                                          std::mt19937& random) {
  std::vector<TransitionId> made;
  Configuration c;
  system.start(c, words);
  while (!system.finished(c)) {
    std::vector<TransitionId> legal;
    for_legal(system, transitions, c, system.legal(c), [&](Move, TransitionRange range) {
      for (TransitionId id = range.begin; id < range.end; ++id) legal.push_back(id);
    });
    made.push_back(legal[random() % legal.size()]);
    system.apply(c, transitions[made.back()].move, transitions[made.back()].label);
  }
  return made;
}

// Equal scores, and only the last label of each arc.
struct LastLabels {
  std::vector<float> row = std::vector<float>(10);

  const float* score(const SharedConfiguration&) const { return row.data(); }
  template <class Visit>
  void for_choices(const SharedConfiguration&, const LegalTransitions& legal, Visit visit) const {
    for (const TransitionRange range : legal) visit(TransitionRange{range.end - 1, range.end});
  }
};

}  // namespace

TEST(every_step_of_a_beam_equals_that_of_a_simple_one) {
  std::mt19937 random(2008);
  std::size_t wrong = 0, hidden = 0;
  for_systems([&](const TransitionSystem& system, const TransitionSet& transitions) {
    for (const std::size_t width : {1u, 2u, 3u, 7u, 30u})
      for (const std::uint64_t different : {1u, 3u, 1000u})
        for (Node words = 0; words <= 6; ++words) {
          const bool merge = random() % 4 != 0;
          Scores scores(transitions.size(), random(), different);
          const std::vector<TransitionId> gold = random_sequence(system, transitions, words, random);
          Beam beam(transitions, width, merge);
          beam.start(system, words);
          std::vector<Way> plain(1);
          system.start(plain[0].c, words);
          plain[0].is_gold = true;
          for (std::size_t step = 0;; ++step) {
            const TransitionId next = step < gold.size() ? gold[step] : kIdle;
            const bool more = beam.step(system, scores, next);
            CHECK(more == plain_step(system, transitions, plain, width, merge, scores, next));
            if (!more) break;
            const auto hypotheses = beam.hypotheses();
            wrong += hypotheses.size() != plain.size();
            auto golden = Beam::kNowhere;
            std::set<std::u32string> keys;
            for (std::uint32_t i = 0; i < std::min(hypotheses.size(), plain.size()); ++i) {
              wrong += hypotheses[i].score != plain[i].score || key_of(hypotheses[i].c) != key_of(plain[i].c) ||
                       beam.sequence(hypotheses[i].last) != plain[i].made;
              if (plain[i].is_gold) golden = i;
              if (plain[i].is_gold && keys.contains(key_of(plain[i].c))) ++hidden;
              keys.insert(key_of(plain[i].c));
            }
            wrong += beam.gold() != golden;
          }
        }
  });
  CHECK(wrong == 0);
  CHECK(hidden > 0);  // the gold sequence stayed where another one would have been dropped
}

TEST(an_exhaustive_beam_finds_the_best_sequence_to_every_final_configuration) {
  std::mt19937 random(2012);
  for_systems([&](const TransitionSystem& system, const TransitionSet& transitions) {
    for (Node words = 1; words <= 3; ++words) {
      Scores scores(transitions.size(), random(), 1000);
      std::map<std::u32string, double> best;
      const auto go = [&](auto&& self, const Configuration& c, double score) -> void {
        if (system.finished(c)) {
          auto& known = best.try_emplace(key_of(c), score).first->second;
          known = std::max(known, score);
          return;
        }
        const float* const row = scores.score(c);
        const std::vector<float> kept(row, row + transitions.size());
        for_legal(system, transitions, c, system.legal(c), [&](Move, TransitionRange range) {
          for (TransitionId id = range.begin; id < range.end; ++id) {
            Configuration next = c;
            system.apply(next, transitions[id].move, transitions[id].label);
            self(self, next, score + static_cast<double>(kept[id]));
          }
        });
      };
      Configuration c;
      system.start(c, words);
      go(go, c, 0);

      Beam beam(transitions, 100'000);
      beam.start(system, words);
      while (beam.step(system, scores)) {
      }
      double most = std::numeric_limits<double>::lowest();
      for (const auto& [key, score] : best) most = std::max(most, score);
      CHECK(beam.hypotheses().front().score == most);
      CHECK(beam.hypotheses().size() == best.size());
      std::size_t wrong = 0;
      for (const auto& each : beam.hypotheses())
        wrong += !best.contains(key_of(each.c)) || best[key_of(each.c)] != each.score;
      CHECK(wrong == 0);
    }
  });
}

TEST(a_beam_uses_only_transitions_that_its_source_offers) {
  const TransitionSystem system = ArcStandard();
  const TransitionSet transitions(kLabels, system.moves());
  LastLabels source;
  Beam beam(transitions, 4);
  beam.start(system, 4);
  while (beam.step(system, source)) {
  }
  CHECK(beam.hypotheses().size() == 4);
  for (const auto& each : beam.hypotheses())
    for (Node word = 1; word <= 4; ++word) CHECK(each.c.label(word) == (each.c.head(word) == 0 ? 2 : 1));
}
