// Decisions with their probabilities against a plain account of them.
#include "confidence/decisions.h"

#include <cmath>
#include <string>
#include <vector>

#include "learners/packing.h"
#include "test.h"
#include "training/online.h"
#include "transitions/legal.h"
#include "treebank/reader.h"

using namespace dodona;

namespace {

Treebank two_sentences() {
  Reader reader;
  reader.feed(
      "1\tOaks\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tspeak\t_\tVERB\t_\t_\t0\troot\t_\t_\n3\tsoftly\t_\tADV\t_\t_\t2\tadvmod\t_\t_\n\n"
      "1\tDoves\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tlisten\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n");
  reader.finish();
  return reader.take();
}

}  // namespace

TEST(decisions_build_the_trees_and_their_probabilities_are_those_of_the_scores) {
  const Treebank treebank = two_sentences();
  const TreebankLabels labels(treebank, ArcEager());
  const auto spec = std::make_shared<ParserSpec>(ArcEager(Root::first, false), "s0.form\nb0.form\ns0.upos b0.upos\n", TagChoice::upos,
                                                   labels.names, labels.allowed, labels.root_label);
  const EncodedSentences sentences = spec->encoder.learn(treebank);
  OnlineTrainer trainer(spec->system, spec->transitions, spec->extractor, {.policy = Policy::sample, .after = 0},
                        AdaGradRda(spec->transitions.size(), {}));
  EpochReport report;
  // Of the second sentence it learns another tree, so that it will get that one wrong.
  for (int epoch = 1; epoch <= 9; ++epoch)
    for (std::size_t i = 0; i < treebank.sentences(); ++i) {
      std::vector<Label> labels_of;
      for (const StringId id : treebank.text(Text::label, i)) labels_of.push_back(spec->labels.find((*treebank.strings)[id]));
      std::vector<std::int32_t> heads(treebank.head(i).begin(), treebank.head(i).end());
      if (i == 1) {
        heads = {0, 1};
        labels_of = {spec->labels.find("root"), spec->labels.find("advmod")};
      }
      trainer.learn(epoch, i, {sentences[i].data(), sentences.attributes}, Gold(heads, labels_of, spec->root_label), report);
    }
  const Parser parser(spec, pack(trainer.learner()));
  const Decisions found = decisions(parser, treebank, true, 2);
  const Trees trees = parser.trees(treebank, 1);
  CHECK(found.trees.heads == trees.heads && found.trees.labels == trees.labels);
  CHECK(found.begin.size() == 3 && found.begin.back() == static_cast<std::int64_t>(found.transitions.size()));
  CHECK(found.costs.size() == found.transitions.size());

  FeatureList features = spec->extractor.list();
  PackedWeights::Workspace workspace(std::get<PackedWeights>(parser.model()), features);
  std::size_t decision = 0, word = 0, wrong = 0;
  float lost = 0;
  for (std::size_t i = 0; i < treebank.sentences(); ++i) {
    Configuration c;
    spec->system.start(c, sentences.words(i));
    std::vector<std::int32_t> made_by(static_cast<std::size_t>(c.words()), -1);
    for (std::int32_t number = 0; !spec->system.finished(c); ++number, ++decision) {
      spec->extractor.extract(c, {sentences[i].data(), sentences.attributes}, features);
      const std::int16_t* const scores = std::get<PackedWeights>(parser.model()).score(features, workspace);
      double all = 0;
      for_legal(spec->system, spec->transitions, c, spec->system.legal(c), [&](Move, TransitionRange range) {
        for (TransitionId id = range.begin; id < range.end; ++id) all += std::exp(scores[id] / parser.scale());
      });
      const std::uint16_t id = found.transitions[decision];
      wrong += std::abs(std::exp(scores[id] / parser.scale()) / all - static_cast<double>(found.probabilities[decision])) > 1e-5;
      const Transition made = spec->transitions[id];
      if (builds_arc(made.move)) made_by[static_cast<std::size_t>(ArcEager::arc(c, made.move).dependent) - 1] = number;
      lost += found.costs[decision];
      ArcEager::apply(c, made.move, made.label);
    }
    for (const std::int32_t number : made_by) wrong += found.made_by[word++] != number;
  }
  CHECK(wrong == 0);
  CHECK(decision == found.transitions.size());

  // Costs add up to what is wrong with the trees (label_cost is 1).
  float loss = 0;
  for (std::size_t i = 0; i < treebank.words(); ++i)
    loss += trees.heads[i] != treebank.heads[i] || parser.spec().labels[trees.labels[i]] != (*treebank.strings)[treebank[Text::label][i]];
  CHECK(loss > 0);
  CHECK(lost == loss);
}
