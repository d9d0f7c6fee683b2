// Scorers that are not part of the library, in every search and every transition system.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "all_systems.h"
#include "base/hash.h"
#include "confidence/estimators.h"
#include "parser_fixture.h"
#include "scoring/scorer.h"
#include "search/constrained.h"
#include "search/nbest.h"
#include "test.h"
#include "treebank/tree.h"

using namespace dodona;

namespace {

// How often scorers were started, on all threads.
std::atomic<std::size_t> starts{0};

// Prefers the shortest arc. All scores are multiples of 1/4: their sums are exact.
class ShortestArc final : public ScorerFor<ShortestArc> {
 public:
  ShortestArc(const Treebank&, const ParserSpec* spec) : spec_(*spec), scores_(spec->transitions.size()) {}

  void start(std::size_t) override { ++starts; }

  template <class C>
  const float* score_any(const C& c) {
    for_legal(spec_.system, spec_.transitions, c, spec_.system.legal(c), [&](Move move, TransitionRange range) {
      float score = move == Move::swap ? -3 : -1.5f;
      if (builds_arc(move)) {
        const Arc arc = spec_.system.arc(c, move);
        score = -static_cast<float>(std::abs(arc.head - arc.dependent));
      }
      for (TransitionId id = range.begin; id < range.end; ++id)
        scores_[id] = score - 0.25f * static_cast<float>(spec_.transitions[id].label);
    });
    return scores_.data();
  }

 private:
  const ParserSpec& spec_;
  std::vector<float> scores_;
};

// Reads the whole sentence first: the score of a transition depends on all words.
class WholeSentence final : public ScorerFor<WholeSentence> {
 public:
  WholeSentence(const Treebank& treebank, const ParserSpec* spec)
      : treebank_(treebank), spec_(*spec), scores_(spec->transitions.size()) {}

  void start(std::size_t sentence) override {
    ++starts;
    words_ = 1;
    for (const StringId form : treebank_.text(Text::form, sentence))
      words_ = hash_with(words_, hash_text((*treebank_.strings)[form]));
  }

  template <class C>
  const float* score_any(const C& c) {
    for_legal(spec_.system, spec_.transitions, c, spec_.system.legal(c), [&](Move move, TransitionRange range) {
      const Arc arc = builds_arc(move) ? spec_.system.arc(c, move) : Arc{c.stack(0), c.buffer(0)};
      std::uint64_t hash = hash_with(words_, static_cast<std::uint64_t>(arc.head + 1));
      hash = hash_with(hash_with(hash, static_cast<std::uint64_t>(arc.dependent + 1)), index_of(move));
      for (TransitionId id = range.begin; id < range.end; ++id)
        scores_[id] = static_cast<float>(hash_with(hash, id) >> 40 & 255) / 64 - (move == Move::swap ? 3 : 0);
    });
    return scores_.data();
  }

 private:
  const Treebank& treebank_;
  const ParserSpec& spec_;
  std::uint64_t words_ = 0;
  std::vector<float> scores_;
};

// Trees with one root, which every system can build; crossing arcs if it has SWAP. Few labels, so that all derivations
// can be tried.
Treebank small_treebank(int sentences, std::int32_t most_words, bool projective, std::mt19937& random) {
  std::string text;
  for (int i = 0; i < sentences; ++i) {
    const std::int32_t words = between(1, most_words, random);
    const Heads heads = projective ? random_projective_tree(words, random, true) : random_tree(words, random, true);
    for (std::size_t word = 0; word < heads.size(); ++word)
      text += std::to_string(word + 1) + "\tw" + std::to_string(random() % 50) + "\t_\tX\t_\t_\t" +
              std::to_string(heads[word]) + "\t" +
              (heads[word] == 0    ? "root"
               : random() % 2 == 0 ? "x"
                                   : "y") +
              "\t_\t_\n";
    text += "\n";
  }
  return read_treebank(text);
}

template <class Scorer>
Parser toy_parser(const TransitionSystem& system, const Treebank& treebank) {
  const TreebankLabels labels(treebank, system);
  const auto spec = std::make_shared<const ParserSpec>(system, labels.names, labels.allowed, labels.root_label);
  return {spec, std::make_shared<ModelOf<Scorer, const ParserSpec*>>(spec.get())};
}

// Calls visit(parser, treebank, short sentences) for both toys in every system.
void for_toys(const std::function<void(const Parser&, const Treebank&, const Treebank&)>& visit) {
  std::mt19937 random(2030);
  for (const TransitionSystem& system : all_systems(true)) {
    const bool projective = !system.moves().has(Move::swap);
    const Treebank treebank = small_treebank(70, 8, projective, random), few = small_treebank(8, 3, projective, random);
    visit(toy_parser<ShortestArc>(system, treebank), treebank, few);
    visit(toy_parser<WholeSentence>(system, treebank), treebank, few);
  }
}

// What `parse` returns; it must start a scorer once for each sentence.
template <class Parse>
auto started_once_each(const Treebank& treebank, Parse parse) {
  starts = 0;
  auto result = parse();
  CHECK(starts == treebank.sentences());
  return result;
}

using Tree = std::pair<std::vector<std::int32_t>, std::vector<Label>>;

template <class T>
std::vector<T> part_of(const std::vector<T>& all, std::size_t first, std::size_t size) {
  return {all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(first + size)};
}
Tree tree_of(const Trees& trees, std::size_t first, std::size_t size) {
  return {part_of(trees.heads, first, size), part_of(trees.labels, first, size)};
}

void check_trees_of(const Parser& parser, const Treebank& treebank, const std::vector<std::int32_t>& heads) {
  std::size_t faults = 0;
  for (std::size_t i = 0; i < treebank.sentences(); ++i)
    faults += !find_tree_faults(part_of(heads, treebank.word_begin[i], treebank.length(i)),
                                parser.spec().system.single_root())
                   .empty();
  CHECK(faults == 0);
}

// The highest total score of the derivations of each tree, from all derivations.
void follow_all(const ParserSpec& spec, Scorer& scorer, const Configuration& c, double total,
                std::map<Tree, double>& best) {
  if (spec.system.finished(c)) {
    Configuration done = c;
    spec.system.finish(done, spec.root_label);
    Trees trees(static_cast<std::size_t>(c.words()));
    trees.take(done, 0);
    double& known = best.try_emplace({trees.heads, trees.labels}, total).first->second;
    known = std::max(known, total);
    return;
  }
  const float* const scores = scorer.score(c);
  const std::vector<float> kept(scores, scores + spec.transitions.size());
  for (const TransitionRange range : LegalTransitions(spec.system, spec.transitions, c))
    for (TransitionId id = range.begin; id < range.end; ++id) {
      Configuration next = c;
      spec.system.apply(next, spec.transitions[id].move, spec.transitions[id].label);
      follow_all(spec, scorer, next, total + static_cast<double>(kept[id]), best);
    }
}

std::map<Tree, double> all_trees(const ParserSpec& spec, Scorer& scorer, const Treebank& treebank,
                                 std::size_t sentence) {
  Configuration c;
  spec.system.start(c, static_cast<Node>(treebank.length(sentence)));
  scorer.start(sentence);
  std::map<Tree, double> best;
  follow_all(spec, scorer, c, 0, best);
  return best;
}

// The logarithms of the probabilities of transitions at a temperature, with a bonus for SWAP.
class LogProbabilities final : public ScorerFor<LogProbabilities> {
 public:
  LogProbabilities(const ParserSpec& spec, std::unique_ptr<Scorer> scorer, const SearchOptions& search)
      : spec_(spec), scorer_(std::move(scorer)), search_(search), scores_(spec.transitions.size()) {}

  void start(std::size_t sentence) override { scorer_->start(sentence); }
  template <class C>
  const float* score_any(const C& c) {
    const float* const scores = scorer_->score(c);
    const LegalTransitions legal(spec_.system, spec_.transitions, c);
    float sum = 0;
    for (const TransitionRange range : legal)
      for (TransitionId id = range.begin; id < range.end; ++id) sum += std::exp(scores[id] / search_.temperature);
    for (const TransitionRange range : legal)
      for (TransitionId id = range.begin; id < range.end; ++id)
        scores_[id] = scores[id] / search_.temperature - std::log(sum) +
                      (spec_.transitions[id].move == Move::swap ? search_.swap_bonus : 0);
    return scores_.data();
  }

 private:
  const ParserSpec& spec_;
  std::unique_ptr<Scorer> scorer_;
  SearchOptions search_;
  std::vector<float> scores_;
};

constexpr std::size_t kWide = 20'000;  // no sentence of three words has so many hypotheses

}  // namespace

TEST(toy_scorers_parse_the_same_greedily_and_with_a_beam_of_one) {
  for_toys([](const Parser& parser, const Treebank& treebank, const Treebank&) {
    const Trees greedy = started_once_each(treebank, [&] { return parser.trees(treebank, 1); });
    check_trees_of(parser, treebank, greedy.heads);
    CHECK(are_same(parser.trees(treebank, 3), greedy));
    const NBest one = started_once_each(treebank, [&] { return nbest(parser, treebank, 1, {.beam = 1}, 1); });
    CHECK(are_same(one.trees, greedy));
  });
}

TEST(a_wide_beam_maximises_the_score_of_toy_scorers) {
  std::size_t better = 0;
  for_toys([&](const Parser& parser, const Treebank& treebank, const Treebank& few) {
    const NBest found = nbest(parser, few, 4, {.beam = kWide}, 1);
    check_trees_of(parser, few, parser.trees(few, 1, {}, {.beam = kWide}).heads);
    const Trees greedy = parser.trees(few, 1);
    const auto scorer = parser.model().scorers(few)();
    std::size_t tree = 0, word = 0;
    for (std::size_t i = 0; i < few.sentences(); ++i) {
      const std::map<Tree, double> best = all_trees(parser.spec(), *scorer, few, i);
      std::vector<double> totals;
      for (const auto& [_, total] : best) totals.push_back(total);
      std::ranges::sort(totals, std::greater<>());
      CHECK(found.counts[i] == static_cast<std::int64_t>(std::min<std::size_t>(4, totals.size())));
      better += best.at(tree_of(greedy, few.word_begin[i], few.length(i))) < totals.front();
      for (std::int64_t rank = 0; rank < found.counts[i]; ++rank, ++tree, word += few.length(i)) {
        CHECK(found.scores[tree] == totals[static_cast<std::size_t>(rank)]);
        CHECK(best.at(tree_of(found.trees, word, few.length(i))) == found.scores[tree]);
      }
    }

    const SearchOptions search{.beam = 6};
    const NBest some = started_once_each(treebank, [&] { return nbest(parser, treebank, 4, search, 1); });
    const NBest again = nbest(parser, treebank, 4, search, 3);
    CHECK(some.counts == again.counts && some.scores == again.scores && are_same(some.trees, again.trees));
    const Trees first = started_once_each(treebank, [&] { return parser.trees(treebank, 1, {}, search); });
    check_trees_of(parser, treebank, first.heads);
    word = 0;
    for (std::size_t i = 0; i < treebank.sentences(); ++i) {
      const std::size_t length = treebank.length(i);
      std::set<Tree> different;
      for (std::int64_t rank = 0; rank < some.counts[i]; ++rank, word += length) {
        different.insert(tree_of(some.trees, word, length));
        if (rank == 0) CHECK(tree_of(some.trees, word, length) == tree_of(first, treebank.word_begin[i], length));
      }
      CHECK(different.size() == static_cast<std::size_t>(some.counts[i]));
    }
  });
  CHECK(better > 20);  // otherwise greedy search would pass, too
}

TEST(toy_scorers_at_a_temperature_give_the_most_probable_trees) {
  const SearchOptions search{.beam = kWide, .temperature = 0.7f, .swap_bonus = 0.5f};
  for_toys([&](const Parser& parser, const Treebank&, const Treebank& few) {
    const NBest found = nbest(parser, few, 1, search, 1);
    LogProbabilities scorer(parser.spec(), parser.model().scorers(few)(), search);
    for (std::size_t i = 0; i < few.sentences(); ++i) {
      const std::map<Tree, double> best = all_trees(parser.spec(), scorer, few, i);
      double most = std::numeric_limits<double>::lowest();
      for (const auto& [_, total] : best) most = std::max(most, total);
      CHECK(std::abs(found.scores[i] - most) < 1e-4);
      CHECK(std::abs(best.at(tree_of(found.trees, few.word_begin[i], few.length(i))) - most) < 1e-4);
    }
  });
}

TEST(toy_scorers_parse_around_given_arcs) {
  std::mt19937 random(2031);
  for_toys([&](const Parser& parser, const Treebank& treebank, const Treebank& few) {
    // The head of the first word is never given, so that no sentence is complete.
    const auto some_heads = [&](const Treebank& of) {
      std::vector<std::int32_t> heads = of.heads;
      for (std::size_t i = 0; i < of.sentences(); ++i)
        for (std::size_t word = of.word_begin[i]; word < of.word_begin[i + 1]; ++word)
          if (word == of.word_begin[i] || random() % 2 == 0) heads[word] = kNone;
      return heads;
    };
    const std::vector<std::int32_t> heads = some_heads(treebank);
    Treebank given = treebank;
    for (std::size_t word = 0; word < heads.size(); ++word)
      if (heads[word] == kNone || random() % 2 == 0) given[Text::label][word] = kUnspecified;
    for (const std::size_t beam : {std::size_t{1}, std::size_t{6}}) {
      const auto run = [&](std::size_t threads) { return complete(parser, given, heads, {}, {.beam = beam}, threads); };
      const Completion found = started_once_each(treebank, [&] { return run(1); }), again = run(3);
      CHECK(found.treebank.heads == again.treebank.heads && found.treebank[Text::label] == again.treebank[Text::label]);
      CHECK(found.lost.empty());
      check_trees_of(parser, treebank, found.treebank.heads);
      std::size_t wrong = 0;
      for (std::size_t word = 0; word < heads.size(); ++word) {
        const StringId label = given[Text::label][word];
        wrong += heads[word] != kNone && found.treebank.heads[word] != heads[word];
        wrong += label != kUnspecified && found.treebank[Text::label][word] != label;
      }
      CHECK(wrong == 0);
    }

    // With a wide beam, no tree with the given arcs has a higher score. (With SWAP some derivations are left out.)
    if (parser.spec().system.moves().has(Move::swap)) return;
    const std::vector<std::int32_t> few_heads = some_heads(few);
    const Completion widest = complete(parser, without_labels(few), few_heads, {}, {.beam = kWide}, 1);
    const auto scorer = parser.model().scorers(few)();
    for (std::size_t i = 0; i < few.sentences(); ++i) {
      const std::map<Tree, double> best = all_trees(parser.spec(), *scorer, few, i);
      Tree own = {part_of(widest.treebank.heads, few.word_begin[i], few.length(i)), {}};
      for (const StringId label : widest.treebank.text(Text::label, i))
        own.second.push_back(parser.spec().labels.find((*widest.treebank.strings)[label]));
      double most = std::numeric_limits<double>::lowest();
      for (const auto& [tree, total] : best) {
        bool has_all = true;
        for (std::size_t word = 0; word < tree.first.size(); ++word) {
          const std::int32_t head = few_heads[few.word_begin[i] + word];
          has_all = has_all && (head == kNone || head == tree.first[word]);
        }
        if (has_all) most = std::max(most, total);
      }
      CHECK(best.at(own) == most);
    }
  });
}

TEST(toy_scorers_have_confidences) {
  for_toys([](const Parser& parser, const Treebank& treebank, const Treebank&) {
    const Trees greedy = parser.trees(treebank, 1);
    for (const Estimator estimator : {Estimator::transition, Estimator::samples, Estimator::beam}) {
      const ConfidenceOptions options{.estimator = estimator, .samples = 5, .beam = 4};
      const Confidences found = started_once_each(treebank, [&] { return confidences(parser, treebank, options, 1); });
      const Confidences again = confidences(parser, treebank, options, 3);
      CHECK(are_same(found.trees, greedy));
      CHECK(found.heads == again.heads && found.labels == again.labels && found.whole == again.whole);
      std::size_t outside = 0, uncertain = 0;
      for (const std::vector<float>* const each : {&found.heads, &found.labels, &found.whole, &found.margins})
        for (const float confidence : *each) {
          outside += !(confidence >= 0 && confidence <= 1);
          uncertain += confidence > 0 && confidence < 1;
        }
      CHECK(outside == 0);
      CHECK(uncertain > 50);
    }
  });
}
