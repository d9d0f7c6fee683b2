// Compares shortcuts with a simple count of what a parser does in each context.
#include "scoring/linear/shortcuts.h"

#include <map>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "confidence/decisions.h"
#include "parser_fixture.h"
#include "search/constrained.h"
#include "search/nbest.h"
#include "test.h"
#include "training/shortcuts.h"
#include "treebank/tree.h"

using namespace dodona;

namespace {

const Training kThreeEpochs{.epochs = 3};

// A context, written out in full.
using Context = std::tuple<std::string, std::string, std::string, Label, bool, std::set<Move>>;

Context context(const TransitionSystem& system, const Treebank& treebank, std::size_t sentence,
                const Configuration& c) {
  const auto tag = [&](Node node) -> std::string {
    if (node == kNone) return "nobody";
    return node == 0 ? "root"
                     : std::string(
                           (*treebank.strings)[treebank.text(Text::tag, sentence)[static_cast<std::size_t>(node) - 1]]);
  };
  std::set<Move> legal;
  for (const Move move : kAllMoves)
    if (system.legal(c).has(move)) legal.insert(move);
  const Node s0 = c.stack(0), b0 = c.buffer(0);
  return {tag(s0), tag(b0), tag(c.buffer(1)), s0 == kNone ? kNoLabel : c.label(s0), s0 + 1 == b0, legal};
}

void set_shortcuts(Parser& parser, const std::vector<Shortcuts::Shortcut>& shortcuts) {
  linear_model(parser).set_shortcuts(shortcuts);
}

}  // namespace

TEST(shortcuts_are_transitions_always_made_and_every_greedy_search_follows_them) {
  std::mt19937 random(2026);
  const Treebank train = random_treebank(300, random), test = random_treebank(200, random);
  std::size_t changed = 0;
  for (const Root root : {Root::first, Root::last, Root::none}) {
    for (const bool single_root : {false, true}) {
      const TransitionSystem system{ArcEager(root, single_root)};
      Parser parser = trained(train, system, kThreeEpochs);
      const Trees before = parser.trees(test, 1), of_train = parser.trees(train, 1),
                  beam = parser.trees(test, 1, {}, {.beam = 4});

      std::map<Context, std::multiset<TransitionId>> seen;
      std::size_t decisions_made = 0;
      plain_trees(parser, train, [&](std::size_t i, const Configuration& c, TransitionId best) {
        seen[context(system, train, i, c)].insert(best);
        ++decisions_made;
        return best;
      });
      constexpr std::size_t kLeast = 4;
      std::size_t shortcuts = 0, covered = 0;
      std::map<Context, TransitionId> always;
      for (const auto& [where, what] : seen) {
        if (what.size() < kLeast || *what.begin() != *what.rbegin()) continue;
        always[where] = *what.begin();
        ++shortcuts;
        covered += what.size();
      }
      CHECK(shortcuts > 5);
      const LearntShortcuts learnt = learn_shortcuts(parser, train, kLeast);
      CHECK(learnt.shortcuts.size() == shortcuts && learnt.covered == covered && learnt.decisions == decisions_made);

      set_shortcuts(parser, learnt.shortcuts);
      CHECK(linear_model(parser).shortcuts().all() == learnt.shortcuts);
      CHECK(are_same(parser.trees(train, 1), of_train));  // parses of the data they were learnt from do not change
      const Trees after = parser.trees(test, 2);
      CHECK(are_same(after, plain_trees(parser, test, [&](std::size_t i, const Configuration& c, TransitionId best) {
                       const auto found = always.find(context(system, test, i, c));
                       return found == always.end() ? best : found->second;
                     })));
      changed += !are_same(after, before);
      CHECK(are_same(decisions(parser, test, false, 1).trees, after));
      CHECK(are_same(nbest(parser, test, 1, {.beam = 1}, 1).trees, after));
      CHECK(are_same(parser.trees(test, 1, {}, {.beam = 4}), beam));
      // Without constraints, completing is parsing.
      const Treebank bare = without_labels(test);
      const Completion whole =
          complete(parser, bare, std::vector<std::int32_t>(bare.words(), kNone), {}, {.beam = 1}, 1);
      CHECK(whole.treebank.heads == after.heads &&
            whole.treebank[Text::label] == parser.with_trees(test, after)[Text::label]);
      // A given tree is kept, whatever the shortcuts are.
      const Completion kept = complete(parser, bare, test.heads, {}, {.beam = 1}, 1);
      std::size_t lost = 0;
      for (std::size_t word = 0; word < bare.words(); ++word) lost += kept.treebank.heads[word] != test.heads[word];
      CHECK(lost == kept.lost.size());

      set_shortcuts(parser, {});
      CHECK(are_same(parser.trees(test, 1), before));
    }
  }
  CHECK(changed >= 3);
}

TEST(shortcuts_from_a_hostile_file_do_nothing_illegal) {
  std::mt19937 random(7);
  const Treebank train = random_treebank(100, random), test = random_treebank(100, random);
  for (const Root root : {Root::first, Root::last, Root::none}) {
    Parser parser = trained(train, ArcEager(root, true), kThreeEpochs);
    const std::size_t transitions = parser.spec().transitions.size();
    std::vector<Shortcuts::Shortcut> shortcuts = learn_shortcuts(parser, train, 1).shortcuts;
    for (Shortcuts::Shortcut& each : shortcuts) each.transition = static_cast<TransitionId>(random() % transitions);
    set_shortcuts(parser, shortcuts);
    const Trees trees = parser.trees(test, 1);
    std::size_t faults = 0;
    for (std::size_t i = 0; i < test.sentences(); ++i)
      faults += find_tree_faults(std::vector(trees.heads.begin() + static_cast<std::ptrdiff_t>(test.word_begin[i]),
                                             trees.heads.begin() + static_cast<std::ptrdiff_t>(test.word_begin[i + 1])),
                                 true)
                    .size();
    CHECK(faults == 0);

    CHECK(is_refused([&] { set_shortcuts(parser, {{1, static_cast<TransitionId>(transitions)}}); }));
    CHECK(is_refused([&] { set_shortcuts(parser, {{1, 0}, {1, 0}}); }));
    CHECK(is_refused([&] { set_shortcuts(parser, {{2, 0}}); }));
    std::vector<Shortcuts::Shortcut> crowd;
    for (std::uint64_t context = 1; context < 10'000; context += 2) crowd.push_back({context, 0});
    CHECK(is_refused([&] { set_shortcuts(parser, crowd); }));
  }
}

// Only `tag` depends on the choice of tags; templates may use `upos` or `xpos` instead.
TEST(shortcuts_use_any_tag_column_of_the_templates) {
  std::mt19937 random(9);
  const Treebank train = random_treebank(300, random);
  std::vector<std::size_t> found;
  for (const char* const column : {"tag", "upos", "xpos"}) {
    const std::string templates = "s0.form\nb0.form\ns0." + std::string(column) + "\n";
    const Parser parser = trained(train, ArcEager(Root::first, false), {.epochs = 3, .templates = templates});
    found.push_back(learn_shortcuts(parser, train, 2).shortcuts.size());
  }
  CHECK(found[0] > 0 && found[0] == found[1]);  // the parsers here have UPOS for tags
  CHECK(found[2] > 0 && found[2] != found[1]);
}

TEST(a_parser_without_tags_has_no_shortcuts) {
  std::mt19937 random(8);
  const Treebank train = random_treebank(50, random);
  Parser parser = trained(train, ArcEager(Root::first, false),
                          {.epochs = 3, .templates = "s0.form\nb0.form\ns0.suffix2 b0.form\n"});
  CHECK(learn_shortcuts(parser, train, 1).shortcuts.empty());
  CHECK(is_refused([&] { set_shortcuts(parser, {{1, 0}}); }));
}
