// Parsing around given arcs and labels, with models of all systems.
#include "search/constrained.h"

#include <random>
#include <vector>

#include "all_systems.h"
#include "parser_fixture.h"
#include "test.h"

using namespace dodona;

static const Training kOneEpoch{.epochs = 1, .tag = TagChoice::xpos};

TEST(every_system_and_search_keeps_the_arcs_of_a_tree) {
  std::mt19937 random(2020);
  for (const TransitionSystem& system : all_systems(false)) {
    const bool swaps = system.moves().has(Move::swap);
    const Parser parser = trained(random_treebank(60, random, !swaps), system, kOneEpoch);
    const Treebank test = random_treebank(60, random, !swaps);
    for (const std::size_t beam : {std::size_t{1}, std::size_t{6}}) {
      std::vector<std::int32_t> heads(test.words(), kNone);
      // No constraints: the normal parse.
      const Completion nothing = complete(parser, without_labels(test), heads, {}, {.beam = beam}, 1);
      const Treebank parsed = parser.parse(test, 1, {}, {.beam = beam});
      CHECK(nothing.lost.empty() && nothing.treebank.heads == parsed.heads &&
            nothing.treebank[Text::label] == parsed[Text::label]);

      for (const unsigned share : {1u, 2u, 3u}) {
        Treebank some = test;
        for (std::size_t word = 0; word < test.words(); ++word) {
          heads[word] = random() % 4 < share ? test.heads[word] : kNone;
          if (heads[word] == kNone || random() % 3 == 0) some[Text::label][word] = kUnspecified;
        }
        const Completion found = complete(parser, some, heads, {}, {.beam = beam}, 1),
                         again = complete(parser, some, heads, {}, {.beam = beam}, 3);
        CHECK(found.treebank.heads == again.treebank.heads &&
              found.treebank[Text::label] == again.treebank[Text::label]);
        std::size_t wrong = 0;
        std::vector<bool> is_lost(test.words());
        for (const auto& [sentence, arc] : found.lost) {
          is_lost[test.word_begin[sentence] + static_cast<std::size_t>(arc.word) - 1] = true;
          wrong += arc.why != Conflict::root || !system.single_root();
        }
        for (std::size_t word = 0; word < test.words(); ++word) {
          if (heads[word] == kNone || is_lost[word]) continue;
          wrong += found.treebank.heads[word] != heads[word];
          wrong +=
              some[Text::label][word] != kUnspecified && found.treebank[Text::label][word] != some[Text::label][word];
        }
        CHECK(wrong == 0);
        check_trees(found.treebank);
      }

      // All arcs are given: the same trees (with `single_root`, unless they have several roots).
      const Completion all = complete(parser, test, test.heads, {}, {.beam = beam}, 1);
      CHECK(system.single_root() ||
            (all.lost.empty() && all.treebank.heads == test.heads && all.treebank[Text::label] == test[Text::label]));
    }
  }
}

TEST(arcs_that_no_system_can_keep_are_reported_and_trees_are_still_built) {
  std::mt19937 random(2021);
  for (const TransitionSystem& system : all_systems(false)) {
    const Parser parser = trained(random_treebank(40, random), system, kOneEpoch);
    const Treebank test = random_treebank(80, random);
    std::vector<std::int32_t> heads(test.words());
    for (std::size_t i = 0; i < test.sentences(); ++i)
      for (std::size_t word = test.word_begin[i]; word < test.word_begin[i + 1]; ++word)
        heads[word] = static_cast<std::int32_t>(random() % (test.length(i) + 2)) - 1;
    const Completion found = complete(parser, test, heads, {}, {.beam = 3}, 2);
    check_trees(found.treebank);
    std::vector<std::int32_t> left = heads;
    std::size_t wrong = 0;
    for (const auto& [sentence, arc] : found.lost) {
      std::int32_t& head = left[test.word_begin[sentence] + static_cast<std::size_t>(arc.word) - 1];
      wrong += arc.why == Conflict::search || (arc.why == Conflict::label) != (head == kNone);
      head = kNone;
    }
    for (std::size_t word = 0; word < left.size(); ++word)
      wrong += left[word] != kNone && left[word] != found.treebank.heads[word];
    CHECK(wrong == 0);
    CHECK(!found.lost.empty());
  }
}
