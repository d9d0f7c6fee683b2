// Compares confidences with an enumeration of all parses of a sentence.
#include "confidence/estimators.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "confidence/distribution.h"
#include "confidence/temperature.h"
#include "oracles/arc_eager.h"
#include "parser_fixture.h"
#include "test.h"

using namespace dodona;

namespace {

const char* const kSentences =
    "1\tOaks\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tspeak\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
    "3\tsoftly\t_\tADV\t_\t_\t2\tadvmod\t_\t_\n\n"
    "1\tDoves\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tlisten\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    "1\tListen\t_\tVERB\t_\t_\t0\troot\t_\t_\n2\toaks\t_\tNOUN\t_\t_\t1\tnsubj\t_\t_\n\n";

Treebank read() { return read_treebank(kSentences); }

// A parser that is trained just enough to be uncertain.
Parser doubtful(const Treebank& treebank, Root root, bool single_root) {
  return trained(treebank, ArcEager(root, single_root),
                 {.options = {{"learner", "adagrad-rda"}, {"alpha", 0.3}, {"policy", "sample"}, {"k", 0}},
                  .templates = "s0.upos\nb0.upos\ns0.upos b0.upos\n"});
}

Node length_of(const Treebank& treebank, std::size_t sentence) { return static_cast<Node>(treebank.length(sentence)); }

// Visits every parse of a sentence with its probability.
void each_parse(const Parser& parser, const Treebank& treebank, std::size_t sentence, float temperature,
                const std::function<void(const Configuration&, double)>& visit) {
  const ParserSpec& spec = parser.spec();
  const auto scorer = parser.model().scorers(treebank)();
  Distribution model(parser, *scorer, temperature);
  const std::function<void(const Configuration&, double)> go = [&](const Configuration& c, double probability) {
    if (spec.system.finished(c)) {
      Configuration done = c;
      ArcEager::finish(done, spec.root_label);
      visit(done, probability);
      return;
    }
    model.compute(c);
    std::vector<std::pair<TransitionId, double>> next;
    for (const TransitionRange range : model.legal())
      for (TransitionId id = range.begin; id < range.end; ++id) next.emplace_back(id, model.probability(id));
    for (const auto& [id, share] : next) {
      Configuration then = c;
      ArcEager::apply(then, spec.transitions[id].move, spec.transitions[id].label);
      go(then, probability * share);
    }
  };
  scorer->start(sentence);
  Configuration c;
  spec.system.start(c, length_of(treebank, sentence));
  go(c, 1);
}

}  // namespace

TEST(an_exhaustive_beam_and_many_samples_give_the_marginals) {
  const Treebank treebank = read();
  for (const Root root : {Root::first, Root::last, Root::none}) {
    const Parser parser = doubtful(treebank, root, root == Root::first);
    constexpr float kTemperature = 1.5f;
    const Confidences beam =
        confidences(parser, treebank, {.estimator = Estimator::beam, .temperature = kTemperature, .beam = 10'000}, 1);
    const Confidences sampled = confidences(
        parser, treebank, {.estimator = Estimator::samples, .temperature = kTemperature, .samples = 4000}, 2);
    const Trees trees = parser.trees(treebank, 1);
    CHECK(beam.trees.heads == trees.heads && sampled.trees.labels == trees.labels);

    std::size_t wrong = 0, far = 0;
    bool doubt = false;
    for (std::size_t i = 0; i < treebank.sentences(); ++i) {
      const std::size_t first = treebank.word_begin[i];
      std::vector<double> heads(treebank.length(i)), labels = heads;
      double whole = 0, all = 0;
      each_parse(parser, treebank, i, kTemperature, [&](const Configuration& c, double probability) {
        bool same = true;
        for (std::size_t word = 0; word < heads.size(); ++word) {
          const bool head = c.head(static_cast<Node>(word) + 1) == trees.heads[first + word];
          const bool label = c.label(static_cast<Node>(word) + 1) == trees.labels[first + word];
          heads[word] += head ? probability : 0;
          labels[word] += label ? probability : 0;
          same = same && head && label;
        }
        whole += same ? probability : 0;
        all += probability;
      });
      CHECK(std::abs(all - 1) < 1e-4);
      const auto compare = [&](double expected, float of_beam, float of_samples) {
        wrong += std::abs(expected - static_cast<double>(of_beam)) > 1e-4;
        far += std::abs(expected - static_cast<double>(of_samples)) > 0.04;  // five standard deviations
        doubt = doubt || (expected > 0.2 && expected < 0.8);
      };
      for (std::size_t word = 0; word < heads.size(); ++word) {
        compare(heads[word], beam.heads[first + word], sampled.heads[first + word]);
        compare(labels[word], beam.labels[first + word], sampled.labels[first + word]);
      }
      compare(whole, beam.whole[i], sampled.whole[i]);
    }
    CHECK(wrong == 0);
    CHECK(far == 0);
    CHECK(doubt);  // otherwise the test would be vacuous
  }
}

TEST(transition_confidence_is_the_product_of_the_probabilities_at_stake) {
  const Treebank treebank = read();
  const Parser parser = doubtful(treebank, Root::first, false);
  const ParserSpec& spec = parser.spec();
  const Confidences found = confidences(parser, treebank, {}, 2);
  const auto scorer = parser.model().scorers(treebank)();
  Distribution model(parser, *scorer, 1);
  std::size_t left_over = 0;
  for (std::size_t i = 0; i < treebank.sentences(); ++i) {
    const std::size_t first = treebank.word_begin[i];
    Configuration c;
    spec.system.start(c, length_of(treebank, i));
    scorer->start(i);
    std::vector<double> moves(static_cast<std::size_t>(c.words()) + 1, 1.0), alone = moves, margins = moves,
                                                                             labels(moves.size(), -1.0);
    double all = 1;
    while (!spec.system.finished(c)) {
      model.compute(c);
      const Transition made = spec.transitions[model.best()];
      std::vector<double> of_move(kMoveCount);
      for (const TransitionRange range : model.legal())
        for (TransitionId id = range.begin; id < range.end; ++id)
          of_move[index_of(spec.transitions[id].move)] += static_cast<double>(model.probability(id));
      const auto probability = static_cast<double>(model.probability(model.best()));
      all *= probability;
      double next = 0;
      for (const TransitionRange range : model.legal())
        for (TransitionId id = range.begin; id < range.end; ++id)
          if (id != model.best()) next = std::max(next, static_cast<double>(model.probability(id)));
      const auto stake = [&](Node word, Move attaching) {
        if (word <= 0 || c.has_head(word)) return;
        moves[static_cast<std::size_t>(word)] *= of_move[index_of(made.move)];
        alone[static_cast<std::size_t>(word)] *= 1 - of_move[index_of(attaching)];
        double& margin = margins[static_cast<std::size_t>(word)];
        margin = std::min(margin, probability - next);
      };
      stake(c.stack(0), Move::left_arc);
      stake(c.buffer(0), Move::right_arc);
      if (builds_arc(made.move)) {  // a label counts as half right if the head is wrong
        const auto at = static_cast<std::size_t>(ArcEager::arc(c, made.move).dependent);
        labels[at] = probability / of_move[index_of(made.move)] * (1 + moves[at]) / 2;
      }
      ArcEager::apply(c, made.move, made.label);
    }
    CHECK(std::abs(all - static_cast<double>(found.whole[i])) < 1e-5);
    for (Node word = 1; word <= c.words(); ++word) {
      const auto at = static_cast<std::size_t>(word);
      const bool left = !c.has_head(word);
      left_over += left;
      CHECK((found.left_over[first + at - 1] != 0) == left);
      CHECK(std::abs((left ? alone : moves)[at] - static_cast<double>(found.heads[first + at - 1])) < 1e-5);
      CHECK(std::abs((left ? alone : labels)[at] - static_cast<double>(found.labels[first + at - 1])) < 1e-5);
      CHECK(std::abs(margins[at] - static_cast<double>(found.margins[first + at - 1])) < 1e-5);
    }
  }
  CHECK(left_over > 0);
}

TEST(samples_do_not_depend_on_the_position_of_a_sentence) {
  const Treebank treebank = read();
  const Parser parser = doubtful(treebank, Root::first, true);
  const ConfidenceOptions options{.estimator = Estimator::samples, .samples = 7};
  const Confidences all = confidences(parser, treebank, options, 3);
  const Treebank last_sentence =
      read_treebank(std::string(kSentences).substr(std::string(kSentences).rfind("1\tListen")));
  const Confidences last = confidences(parser, last_sentence, options, 1);
  CHECK(last.heads[0] == all.heads[5] && last.heads[1] == all.heads[6] && last.whole[0] == all.whole[2]);
}

TEST(losses_are_those_of_the_distribution_at_each_temperature) {
  // The last tree has crossing arcs, so that in some configuration every move has a cost.
  const Treebank treebank =
      read_treebank(std::string(kSentences) +
                    "1\tOaks\t_\tNOUN\t_\t_\t3\tnsubj\t_\t_\n2\tdoves\t_\tNOUN\t_\t_\t4\tnsubj\t_\t_\n"
                    "3\tspeak\t_\tVERB\t_\t_\t0\troot\t_\t_\n4\tlisten\t_\tVERB\t_\t_\t3\tadvmod\t_\t_\n\n");
  const Parser parser = doubtful(treebank, Root::first, false);
  const ParserSpec& spec = parser.spec();
  const std::vector<float> temperatures{0.5f, 1, 2};
  const std::vector<double> losses = losses_at(parser, treebank, temperatures, 2);
  std::size_t costly = 0;
  for (std::size_t t = 0; t < temperatures.size(); ++t) {
    const auto scorer = parser.model().scorers(treebank)();
    Distribution model(parser, *scorer, temperatures[t]);
    double sum = 0;
    std::size_t decisions = 0;
    for (std::size_t i = 0; i < treebank.sentences(); ++i) {
      const Gold gold = gold_of(spec, treebank, i);
      const ArcEagerDynamicOracle oracle(*spec.system.as<ArcEager>(), gold);
      Configuration c;
      spec.system.start(c, length_of(treebank, i));
      scorer->start(i);
      while (!spec.system.finished(c)) {
        model.compute(c);
        const Costs costs = oracle.costs(c);
        double free = 0;
        float least = 100;
        for (const TransitionRange range : model.legal())
          least = std::min(least, costs[index_of(spec.transitions[range.begin].move)]);
        for (const TransitionRange range : model.legal())
          for (TransitionId id = range.begin; id < range.end; ++id) {
            const Transition each = spec.transitions[id];
            const bool label =
                !builds_arc(each.move) || cost_of_label(gold, ArcEager::arc(c, each.move), each.label, 1) == 0;
            if (label && costs[index_of(each.move)] == least) free += static_cast<double>(model.probability(id));
          }
        costly += least > 0;
        sum -= std::log(free);
        ++decisions;
        const Transition made = spec.transitions[model.best()];
        ArcEager::apply(c, made.move, made.label);
      }
    }
    CHECK(std::abs(sum / static_cast<double>(decisions) - losses[t]) < 1e-5);
  }
  CHECK(losses[0] != losses[1] && costly > 0);
}
