// Networks with random weights, and what they compute by definition.
#pragma once

#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "parser_fixture.h"
#include "scoring/network/network_model.h"
#include "views.h"

namespace dodona {

inline std::shared_ptr<const ParserSpec> spec_for(const Treebank& treebank, const TransitionSystem& system) {
  const TreebankLabels labels(treebank, system);
  return std::make_shared<const ParserSpec>(system, labels.names, labels.allowed, labels.root_label);
}

inline std::vector<float> random_floats(std::size_t size, float most, std::mt19937& random) {
  std::vector<float> floats(size);
  for (float& each : floats) each = most * (static_cast<float>(random() % 2001) / 1000 - 1);
  return floats;
}

/// Weights as training leaves them.
struct RandomNetwork {
  static constexpr std::size_t kWidth = 32, kHidden = 16, kLayers = 2, kWord = 12, kNgram = 8, kShape = 4,
                               kBuckets = 50, kShapes = 11;

  RandomNetwork(std::shared_ptr<const ParserSpec> of, std::mt19937& random)
      : spec(std::move(of)), positions(Positions::of(spec->system)),
        values{{"width", std::int64_t{kWidth}},      {"layers", std::int64_t{kLayers}},
               {"hidden", std::int64_t{kHidden}},    {"word_size", std::int64_t{kWord}},
               {"ngram_size", std::int64_t{kNgram}}, {"shape_size", std::int64_t{kShape}},
               {"positions", positions.text()}} {
    for (int i = 0; i < 300; i += 2) words.push_back("w" + std::to_string(i));
    std::size_t tags = 0;
    for (const TagHead& head : heads) tags += head.values.size();
    const auto add = [&](const std::string& name, std::size_t size, float most) {
      arrays.emplace(name, random_floats(size, most, random));
    };
    const auto dense = [&](const std::string& name, std::size_t inputs, std::size_t outputs) {
      add(name + ".weight", inputs * outputs, 2 / std::sqrt(static_cast<float>(inputs)));
      add(name + ".bias", outputs, 0.3f);
    };
    add("word.table", (words.size() + 1) * kWord, 1);
    add("ngram.table", kBuckets * kNgram, 1);
    add("shape.table", kShapes * kShape, 1);
    dense("mix", kWord + kNgram + kShape, kWidth);
    for (std::size_t i = 0; i < kLayers; ++i) {
      const std::string layer = "layer." + std::to_string(i);
      dense(layer + ".gates", kWidth, 2 * kWidth);
      dense(layer + ".out", kWidth, kWidth);
      add(layer + ".norm.weight", kWidth, 1.5f);
      add(layer + ".norm.bias", kWidth, 0.3f);
    }
    dense("tags", kWidth, tags);
    dense("parts", kWidth, positions.size() * kHidden);
    add("parts.none", positions.size() * kHidden, 1);
    add("parts.root", positions.size() * kHidden, 1);
    dense("moves", kHidden, spec->transitions.size());
  }

  std::unique_ptr<const NetworkWeights> rounded() const {
    return NetworkWeights::quantised(values, words, heads, views_of(arrays));
  }
  Parser parser(Kernel kernel = fastest_kernel()) const {
    return {spec, std::make_shared<NetworkModel>(spec, rounded(), kernel)};
  }

  std::shared_ptr<const ParserSpec> spec;
  Positions positions;
  Options values;
  std::vector<std::string> words;
  std::vector<TagHead> heads{{"tags", {"T0", "T1", "T2"}},
                             {"feats.Case", {"_", "C0", "C1"}},
                             {"feats.Number", {"_", "Sing", "Plur"}},
                             {"lemmas", lemma_scripts()}};
  NamedArrays arrays;

 private:
  // The first needs more characters than most forms have.
  static std::vector<std::string> lemma_scripts();
};

/// What a network computes for a sentence, in doubles and without rounding weights.
class PlainNetwork {
 public:
  using Row = std::vector<double>;

  PlainNetwork(const RandomNetwork& network, const std::vector<std::string>& forms);

  /// The scores of all tags of a word, and of all transitions of a configuration.
  Row tags(std::size_t word) const { return times("tags", rows_[word]); }
  Row scores(const Configuration& c) const;

 private:
  const std::vector<float>& array(const std::string& name) const {
    return std::get<std::vector<float>>(network_.arrays.at(name));
  }
  Row times(const std::string& name, const Row& row) const;
  Row type_of(const std::string& form) const;

  const RandomNetwork& network_;
  std::vector<Row> rows_;
};

}  // namespace dodona
