#include "search/decisions.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>

#include "learners/softmax.h"
#include "oracles/arc_eager_dynamic.h"
#include "search/greedy.h"
#include "transitions/legal.h"

namespace dodona {
namespace {

struct Decided {
  std::uint16_t transition;
  float probability, cost;
};

// What a transition costs more than the cheapest one.
float cost_above_least(const ParserSetup& setup, const ArcEagerDynamicOracle& oracle, const Configuration& c, MoveSet legal, const Gold& gold,
                       TransitionId made) {
  const Costs costs = oracle.costs(c, gold);
  float least = std::numeric_limits<float>::max(), own = 0;
  for_legal(setup.transitions, c, legal, [&](Move move, TransitionRange range) {
    for (TransitionId id = range.begin; id < range.end; ++id) {
      const float label_cost = builds_arc(move) ? cost_of_label(gold, ArcEager::arc(c, move), setup.transitions[id].label, oracle.label_cost()) : 0;
      const float cost = costs[index_of(move)] + label_cost;
      least = std::min(least, cost);
      if (id == made) own = cost;
    }
  });
  return own - least;
}

// Goes through one sentence after the other.
class Account {
 public:
  explicit Account(const Parser& parser)
      : parser_(parser), features_(parser.setup().extractor.list()), workspace_(parser.model(), features_), oracle_(parser.setup().system),
        scores_(parser.setup().transitions.size()), probabilities_(scores_.size()) {}

  // `gold` may be nothing. Afterwards `c` holds the tree.
  void parse(Configuration& c, WordValues words, const Gold* gold, std::vector<Decided>& decided, std::int32_t* made_by) {
    const ParserSetup& setup = parser_.setup();
    const float scale = 1 / static_cast<float>(parser_.model().scale());
    while (!setup.system.finished(c)) {
      const MoveSet legal = setup.system.legal(c);
      setup.extractor.extract(c, words, features_);
      const std::int16_t* const scores = parser_.model().score(features_, workspace_);
      const TransitionId id = best_legal(setup.transitions, c, legal, scores);
      for (std::size_t i = 0; i < scores_.size(); ++i) scores_[i] = static_cast<float>(scores[i]) * scale;
      legal_.clear();
      for_legal(setup.transitions, c, legal, [&](Move, TransitionRange range) { legal_.push_back(range); });
      softmax(scores_.data(), legal_, probabilities_.data());
      const float cost = gold == nullptr ? 0 : cost_above_least(setup, oracle_, c, legal, *gold, id);
      const Transition made = setup.transitions[id];
      if (builds_arc(made.move)) made_by[ArcEager::arc(c, made.move).dependent - 1] = static_cast<std::int32_t>(decided.size());
      decided.push_back({static_cast<std::uint16_t>(id), probabilities_[id], cost});
      ArcEager::apply(c, made.move, made.label);
    }
    ArcEager::finish(c, setup.root_label);
  }

 private:
  const Parser& parser_;
  FeatureList features_;
  LinearModel::Workspace workspace_;
  ArcEagerDynamicOracle oracle_;
  std::vector<float> scores_, probabilities_;
  std::vector<TransitionRange> legal_;
};

Gold gold_of(const ParserSetup& setup, const Treebank& treebank, std::size_t sentence) {
  std::vector<Label> labels;
  for (const StringId id : treebank.text(Text::label, sentence)) labels.push_back(setup.labels.find((*treebank.strings)[id]));
  return {treebank.head(sentence), labels, setup.root_label};
}

}  // namespace

Decisions decisions(const Parser& parser, const Treebank& treebank, bool costs, std::size_t threads) {
  const ParserSetup& setup = parser.setup();
  const EncodedSentences sentences = setup.encoder.encode(treebank);
  std::vector<std::vector<Decided>> decided(sentences.sentences());
  Decisions all;
  all.made_by.assign(treebank.words(), -1);
  all.trees.heads.resize(treebank.words());
  all.trees.labels.resize(treebank.words());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    Configuration c;
    Account account(parser);
    for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < sentences.sentences();) {
      const std::size_t first = treebank.word_begin[i];
      setup.system.start(c, sentences.words(i));
      const WordValues words{sentences[i].data(), sentences.attributes};
      std::int32_t* const made_by = all.made_by.data() + first;
      if (costs) {
        const Gold gold = gold_of(setup, treebank, i);
        account.parse(c, words, &gold, decided[i], made_by);
      } else {
        account.parse(c, words, nullptr, decided[i], made_by);
      }
      for (Node word = 1; word <= c.words(); ++word) {
        all.trees.heads[first + static_cast<std::size_t>(word) - 1] = c.head(word);
        all.trees.labels[first + static_cast<std::size_t>(word) - 1] = c.label(word);
      }
    }
  };
  threads = std::clamp<std::size_t>(threads, 1, sentences.sentences() / 32 + 1);
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < threads; ++i) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();

  all.begin.push_back(0);
  for (const std::vector<Decided>& sentence : decided) {
    for (const Decided& each : sentence) {
      all.transitions.push_back(each.transition);
      all.probabilities.push_back(each.probability);
      if (costs) all.costs.push_back(each.cost);
    }
    all.begin.push_back(static_cast<std::int64_t>(all.transitions.size()));
  }
  return all;
}

}  // namespace dodona
