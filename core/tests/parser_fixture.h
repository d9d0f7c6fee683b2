// Treebanks and small parsers for tests.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "scoring/linear/linear_model.h"
#include "search/greedy.h"
#include "search/parser.h"
#include "training/factory.h"
#include "treebank/reader.h"
#include "trees.h"

namespace dodona {

inline Treebank read_treebank(const std::string& text) {
  Reader reader;
  reader.feed(text);
  reader.finish();
  return reader.take();
}

/// Random words with random trees, projective or not: nothing to generalise, much to memorise.
inline Treebank random_treebank(int sentences, std::mt19937& random, bool projective = true, unsigned most_words = 9) {
  const auto some = [&](const char* letter, unsigned kinds) { return letter + std::to_string(random() % kinds); };
  std::string text;
  for (int i = 0; i < sentences; ++i) {
    const auto words = 1 + static_cast<std::int32_t>(random() % most_words);
    const Heads heads = projective ? random_projective_tree(words, random) : random_tree(words, random);
    for (std::size_t word = 0; word < heads.size(); ++word)
      text += std::to_string(word + 1) + "\t" + some("w", 400) + "\t" + some("l", 90) + "\t" + some("T", 5) + "\t" +
              some("X", 12) + "\tCase=" + some("C", 4) + "\t" + std::to_string(heads[word]) + "\t" +
              (heads[word] == 0 ? "root" : some("d", 12)) + "\t_\t_\n";
    text += "\n";
  }
  return read_treebank(text);
}

inline Treebank without_labels(Treebank treebank) {
  treebank[Text::label].assign(treebank.words(), kUnspecified);
  return treebank;
}

inline bool are_same(const Trees& a, const Trees& b) { return a.heads == b.heads && a.labels == b.labels; }

inline const char* const kTemplates =
    "s0.form\ns0.upos\nb0.form\nb0.upos\nb1.upos\nb0.form b1.form\ns0.previous.form\nb0.next.upos\n"
    "s0.upos b0.upos\ns0.form b0.upos\n"
    "s0.upos b0.upos b1.upos distance\ns0.form b0.form\ns0.head.upos s0.upos\n"
    "s0.left1.label b0.left1.label\ns0.right.labels\ns0.tag same.feats.Case\n"
    "s0.attached s0.upos b0.upos\ns1.upos s0.upos b0.upos\n"
    "b0.left.count b0.upos\ns0.lemma b0.feats.Case\n";

/// How to train a parser. The options of a recipe that differ from those of an averaged perceptron with exploration.
struct Training {
  Options options{};
  int epochs = 2;
  std::optional<OracleChoice> oracle{};  ///< by default the most complete oracle of the system
  std::string templates = kTemplates;
  TagChoice tag = TagChoice::upos;
};

inline std::unique_ptr<Trainer> trainer_for(const Treebank& treebank, const TransitionSystem& system,
                                            const Training& training = {}, std::size_t threads = 1) {
  Options options{{"learner", "perceptron"},
                  {"hash_kernel", 0},
                  {"min_updates", 1},
                  {"max_features", 0},
                  {"margin", 0},
                  {"label_cost", 1},
                  {"policy", "explore"},
                  {"explore", 0.9},
                  {"k", 2},
                  {"seed", 1},
                  {"beam", 1},
                  {"alpha", 1},
                  {"rho", 0.01},
                  {"l1", 0},
                  {"batch", 4},
                  {"update", "max-violation"},
                  {"gold_sequence", "latent"},
                  {"aggressiveness", 0.01},
                  {"cost_sensitive", "no"}};
  for (const auto& [name, value] : training.options.all()) options.set(name, value);
  return make_trainer(
      {treebank, training.templates, training.tag, system, training.oracle.value_or(widest_oracle(system))}, options,
      threads);
}

inline Parser trained(const Treebank& treebank, const TransitionSystem& system, const Training& training = {}) {
  const auto trainer = trainer_for(treebank, system, training);
  for (int epoch = 1; epoch <= training.epochs; ++epoch) trainer->epoch(epoch);
  return trainer->parser();
}

template <class Weights = PackedWeights>
LinearModel<Weights>& linear_model(Parser& parser) {
  return dynamic_cast<LinearModel<Weights>&>(parser.model());
}
template <class Weights = PackedWeights>
const LinearModel<Weights>& linear_model(const Parser& parser) {
  return dynamic_cast<const LinearModel<Weights>&>(parser.model());
}

/// The scores of a linear model by definition: extracts all features of a configuration and sums their weights, without
/// shortcuts, indexed templates or partial sums.
template <class Weights = PackedWeights>
class PlainScorer final : public ScorerFor<PlainScorer<Weights>> {
 public:
  PlainScorer(const Parser& parser, const Treebank& treebank)
      : model_(linear_model<Weights>(parser)), sentences_(model_.feature_set().encoder.encode(treebank)),
        features_(model_.feature_set().extractor.list()), workspace_(model_.table(), features_),
        scores_(parser.spec().transitions.size()) {}

  void start(std::size_t sentence) override { words_ = {sentences_[sentence].data(), sentences_.attributes}; }
  template <class C>
  const float* score_any(const C& c) {
    model_.feature_set().extractor.extract(c, words_, features_);
    std::copy_n(model_.table().score(features_, workspace_), scores_.size(), scores_.begin());
    return scores_.data();
  }

 private:
  const LinearModel<Weights>& model_;
  EncodedSentences sentences_;
  FeatureList features_;
  typename Weights::Workspace workspace_;
  std::vector<float> scores_;
  WordValues words_{};
};

/// Parses greedily by plain scores: `choose(sentence, c, best)` returns the transition to make, where `best` has the
/// highest score.
template <class Weights = PackedWeights, class Choose>
Trees plain_trees(const Parser& parser, const Treebank& treebank, Choose choose) {
  const ParserSpec& spec = parser.spec();
  PlainScorer<Weights> scorer(parser, treebank);
  Trees trees(treebank.words());
  for (std::size_t i = 0; i < treebank.sentences(); ++i) {
    Configuration c;
    spec.system.start(c, static_cast<Node>(treebank.length(i)));
    scorer.start(i);
    parse_greedily(spec.system, spec, c, [&](const LegalTransitions& legal) {
      return choose(i, c, highest_scoring(scorer.score(c), legal));
    });
    trees.take(c, treebank.word_begin[i]);
  }
  return trees;
}
template <class Weights = PackedWeights>
Trees plain_trees(const Parser& parser, const Treebank& treebank) {
  return plain_trees<Weights>(parser, treebank,
                              [](std::size_t, const Configuration&, TransitionId best) { return best; });
}

}  // namespace dodona
