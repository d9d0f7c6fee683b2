#include "search/parser.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "search/greedy.h"

namespace dodona {

Trees Parser::trees(const Treebank& treebank, std::size_t threads) const {
  const EncodedSentences sentences = setup->encoder.encode(treebank);
  Trees trees;
  trees.heads.resize(treebank.words());
  trees.labels.resize(treebank.words());

  // Sentences are handed out in small runs: each thread writes into its own part of the result.
  constexpr std::size_t kRun = 32;
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    Configuration c;
    FeatureList features = setup->extractor.list();
    LinearModel::Workspace workspace(model, setup->extractor.templates());
    for (;;) {
      const std::size_t begin = next.fetch_add(kRun);
      if (begin >= sentences.sentences()) return;
      for (std::size_t i = begin; i < std::min(begin + kRun, sentences.sentences()); ++i) {
        const WordValues words{sentences[i].data(), sentences.attributes};
        setup->system.start(c, sentences.words(i));
        parse_greedily(setup->system, setup->transitions, setup->root_label, c, [&](const Configuration& at) {
          setup->extractor.extract(at, words, features);
          return model.score(features, workspace);
        });
        const std::size_t first = treebank.word_begin[i];
        for (Node word = 1; word <= c.words(); ++word) {
          trees.heads[first + static_cast<std::size_t>(word) - 1] = c.head(word);
          trees.labels[first + static_cast<std::size_t>(word) - 1] = c.label(word);
        }
      }
    }
  };
  threads = std::clamp<std::size_t>(threads, 1, sentences.sentences() / kRun + 1);
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < threads; ++i) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  return trees;
}

Treebank Parser::parse(const Treebank& treebank, std::size_t threads) const {
  Trees trees = this->trees(treebank, threads);
  Treebank parsed = treebank;
  parsed.heads = std::move(trees.heads);
  std::vector<StringId> names;
  for (const std::string& name : setup->labels.names()) names.push_back(parsed.strings->intern(name));
  for (std::size_t word = 0; word < parsed.words(); ++word) parsed[Text::label][word] = names[static_cast<std::size_t>(trees.labels[word])];
  parsed[Text::deps].assign(parsed.words(), kNothing);
  if (parsed.format == Format::conllx) parsed[Text::misc].assign(parsed.words(), kNothing);  // PDEPREL
  return parsed;
}

}  // namespace dodona
