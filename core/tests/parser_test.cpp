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
    const auto setup =
        std::make_shared<ParserSetup>(ArcEager(root, false), kTemplates, TagChoice::xpos, labels.names, labels.allowed, labels.root_label);
    const EncodedSentences sentences = setup->encoder.learn(train);
    OnlineTrainer trainer(setup->system, setup->transitions, setup->extractor, {}, AveragedPerceptron(setup->transitions.size()));
    EpochReport report;
    for (int epoch = 1; epoch <= 3; ++epoch)
      for (std::size_t i = 0; i < train.sentences(); ++i) {
        std::vector<Label> gold;
        for (const StringId id : train.text(Text::label, i)) gold.push_back(setup->labels.find((*train.strings)[id]));
        trainer.learn(epoch, i, {sentences[i].data(), sentences.attributes}, Gold(train.head(i), gold, setup->root_label), report);
      }

    const Parser parser(setup, pack(trainer.learner()));
    for (const Treebank* treebank : {&train, &test}) {
      const Trees fast = parser.trees(*treebank, 1);
      CHECK(parser.trees(*treebank, 3).heads == fast.heads);
      const EncodedSentences encoded = setup->encoder.encode(*treebank);
      FeatureList features = setup->extractor.list();
      LinearModel::Workspace workspace(std::get<LinearModel>(parser.model()), features);
      std::size_t word = 0, different = 0;
      for (std::size_t i = 0; i < treebank->sentences(); ++i) {
        Configuration c;
        setup->system.start(c, encoded.words(i));
        parse_greedily(setup->system, setup->transitions, setup->root_label, c, [&](MoveSet legal) {
          setup->extractor.extract(c, {encoded[i].data(), encoded.attributes}, features);
          return best_legal(setup->system, setup->transitions, c, legal, std::get<LinearModel>(parser.model()).score(features, workspace));
        });
        for (Node node = 1; node <= c.words(); ++node, ++word)
          different += c.head(node) != fast.heads[word] || c.label(node) != fast.labels[word];
      }
      CHECK(different == 0);
    }
  }
}
