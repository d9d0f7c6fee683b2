// The fast way through a sentence against the plain one.
#include <random>
#include <vector>

#include "learners/packing.h"
#include "parser_fixture.h"
#include "search/greedy.h"
#include "search/parser.h"
#include "test.h"
#include "training/online.h"

using namespace dodona;

TEST(a_parser_with_tables_and_shares_makes_the_trees_of_plain_greedy_search) {
  std::mt19937 random(2013);
  const Treebank train = random_treebank(150, random), test = random_treebank(100, random);
  for (const Root root : {Root::first, Root::last, Root::none}) {
    const TreebankLabels labels(train, ArcEager(root));
    const auto spec =
        std::make_shared<ParserSpec>(ArcEager(root, false), kTemplates, TagChoice::xpos, labels.names, labels.allowed, labels.root_label);
    const EncodedSentences sentences = spec->encoder.learn(train);
    OnlineTrainer trainer(spec->system, spec->transitions, spec->extractor, {}, AveragedPerceptron(spec->transitions.size()));
    EpochReport report;
    for (int epoch = 1; epoch <= 3; ++epoch)
      for (std::size_t i = 0; i < train.sentences(); ++i) {
        std::vector<Label> gold;
        for (const StringId id : train.text(Text::label, i)) gold.push_back(spec->labels.find((*train.strings)[id]));
        trainer.learn(epoch, i, {sentences[i].data(), sentences.attributes}, Gold(train.head(i), gold, spec->root_label), report);
      }

    const Parser parser(spec, pack(trainer.learner()));
    for (const Treebank* treebank : {&train, &test}) {
      const Trees fast = parser.trees(*treebank, 1);
      CHECK(parser.trees(*treebank, 3).heads == fast.heads);
      const EncodedSentences encoded = spec->encoder.encode(*treebank);
      FeatureList features = spec->extractor.list();
      PackedWeights::Workspace workspace(std::get<PackedWeights>(parser.model()), features);
      std::size_t word = 0, different = 0;
      for (std::size_t i = 0; i < treebank->sentences(); ++i) {
        Configuration c;
        spec->system.start(c, encoded.words(i));
        parse_greedily(spec->system, spec->transitions, spec->root_label, c, [&](MoveSet legal) {
          spec->extractor.extract(c, {encoded[i].data(), encoded.attributes}, features);
          return best_legal(spec->system, spec->transitions, c, legal, std::get<PackedWeights>(parser.model()).score(features, workspace));
        });
        for (Node node = 1; node <= c.words(); ++node, ++word)
          different += c.head(node) != fast.heads[word] || c.label(node) != fast.labels[word];
      }
      CHECK(different == 0);
    }
  }
}
