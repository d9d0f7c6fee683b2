// Compares decisions and their probabilities with a simple implementation.
#include "confidence/decisions.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "oracles/oracle.h"
#include "parser_fixture.h"
#include "test.h"

using namespace dodona;

namespace {

const std::string kFirst =
    "1\tOaks\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tspeak\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
    "3\tsoftly\t_\tADV\t_\t_\t2\tadvmod\t_\t_\n\n";

}  // namespace

TEST(decisions_build_the_trees_and_their_probabilities_are_those_of_the_scores) {
  // It learns another tree for the second sentence, so that it parses that one wrong.
  const Treebank treebank =
      read_treebank(kFirst + "1\tDoves\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tlisten\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n");
  const Treebank wrong_treebank =
      read_treebank(kFirst + "1\tDoves\t_\tNOUN\t_\t_\t0\troot\t_\t_\n2\tlisten\t_\tVERB\t_\t_\t1\tadvmod\t_\t_\n\n");
  const Parser parser = trained(wrong_treebank, ArcEager(Root::first, false),
                                {.options = {{"learner", "adagrad-rda"}, {"policy", "sample"}, {"k", 0}},
                                 .epochs = 9,
                                 .templates = "s0.form\nb0.form\ns0.upos b0.upos\n"});
  const ParserSpec& spec = parser.spec();
  const Decisions found = decisions(parser, treebank, true, 2);
  const Trees trees = parser.trees(treebank, 1);
  CHECK(are_same(found.trees, trees));
  CHECK(found.begin.size() == 3 && found.begin.back() == static_cast<std::int64_t>(found.transitions.size()));
  CHECK(found.costs.size() == found.transitions.size());

  PlainScorer scorer(parser, treebank);
  std::size_t decision = 0, word = 0, wrong = 0;
  float lost = 0;
  for (std::size_t i = 0; i < treebank.sentences(); ++i) {
    Configuration c;
    spec.system.start(c, static_cast<Node>(treebank.length(i)));
    scorer.start(i);
    std::vector<std::int32_t> made_by(static_cast<std::size_t>(c.words()), -1);
    for (std::int32_t number = 0; !spec.system.finished(c); ++number, ++decision) {
      const float* const scores = scorer.score(c);
      const auto exponential = [&](TransitionId id) {
        return std::exp(static_cast<double>(scores[id]) / parser.model().unit());
      };
      double all = 0;
      for (const TransitionRange range : LegalTransitions(spec.system, spec.transitions, c))
        for (TransitionId id = range.begin; id < range.end; ++id) all += exponential(id);
      const std::uint16_t id = found.transitions[decision];
      wrong += std::abs(exponential(id) / all - static_cast<double>(found.probabilities[decision])) > 1e-5;
      const Transition made = spec.transitions[id];
      if (builds_arc(made.move)) made_by[static_cast<std::size_t>(ArcEager::arc(c, made.move).dependent) - 1] = number;
      lost += found.costs[decision];
      ArcEager::apply(c, made.move, made.label);
    }
    for (const std::int32_t number : made_by) wrong += found.made_by[word++] != number;
  }
  CHECK(wrong == 0);
  CHECK(decision == found.transitions.size());

  // Costs add up to the loss of the trees (label_cost is 1).
  float loss = 0;
  for (std::size_t i = 0; i < treebank.words(); ++i)
    loss += trees.heads[i] != treebank.heads[i] ||
            spec.labels[trees.labels[i]] != (*treebank.strings)[treebank[Text::label][i]];
  CHECK(loss > 0);
  CHECK(lost == loss);
}

TEST(decision_costs_are_relative_to_the_cheapest) {
  std::mt19937 random(4);
  const Treebank treebank = random_treebank(30, random, false);  // with crossing arcs, every move may have a cost
  const Parser parser = trained(treebank, ArcEager(Root::first, false));
  const ParserSpec& spec = parser.spec();
  const Decisions found = decisions(parser, treebank, true, 1);
  std::size_t decision = 0, wrong = 0, costly = 0;
  for (std::size_t i = 0; i < treebank.sentences(); ++i) {
    const Gold gold = gold_of(spec, treebank, i);
    const auto oracle = oracle_for(OracleChoice::dynamic, spec.system, gold, 1);
    Configuration c;
    for (spec.system.start(c, gold.words()); !spec.system.finished(c); ++decision) {
      const Costs costs = oracle->costs(c);
      const auto cost_of = [&](TransitionId id) {
        const auto [move, label] = spec.transitions[id];
        return costs[index_of(move)] + (builds_arc(move) ? cost_of_label(gold, spec.system.arc(c, move), label, 1) : 0);
      };
      float least = 100;
      for (const TransitionRange range : LegalTransitions(spec.system, spec.transitions, c))
        for (TransitionId id = range.begin; id < range.end; ++id) least = std::min(least, cost_of(id));
      const TransitionId id = found.transitions[decision];
      wrong += found.costs[decision] != cost_of(id) - least;
      costly += least > 0;
      spec.system.apply(c, spec.transitions[id].move, spec.transitions[id].label);
    }
  }
  CHECK(wrong == 0 && costly > 0);
}
