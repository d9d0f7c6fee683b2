// Learning to search: what the oracle says an action costs is what rolling out with the reference comes to.
#include <algorithm>
#include <random>

#include "parser_fixture.h"
#include "test.h"
#include "training/learning_to_search.h"
#include "transitions/legal.h"

using namespace dodona;

namespace {

CostSensitiveOptions small_learner() {
  CostSensitiveOptions options;
  options.bits = 12;
  options.hidden = 3;
  options.update.rule = UpdateRule::sgd;
  options.update.power_t = 0;
  options.update.rate = 0.02;
  return options;
}

// Goes astray in every sentence, and compares costs in all configurations on the way.
std::size_t differences(const TransitionSystem& system, std::uint32_t seed, std::size_t& seen) {
  std::mt19937 random(seed);
  const Treebank treebank = random_treebank(60, random);
  const TrainingData data(treebank, kTemplates, TagChoice::upos, system, OracleChoice::dynamic, 0.5f);
  SearchTrainer trainer(data, {}, small_learner());
  Random drawn(seed);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    Configuration c;
    for (system.start(c, data.golds[i].words()); !system.finished(c);) {
      const MoveSet legal = system.legal(c);
      const Costs exact = trainer.move_costs(i, c, RollOut::reference, drawn);
      std::vector<Move> moves;
      float least = 1000;
      Costs rolled{};
      for (const Move move : kAllMoves) {
        if (!legal.has(move)) continue;
        moves.push_back(move);
        Configuration after = c;
        // The best label is part of the reference.
        Label label = kNoLabel;
        if (builds_arc(move)) {
          const TransitionRange range = labelled(system, data.spec->transitions, c, move);
          label = data.spec->transitions[range.begin].label;
          for (TransitionId id = range.begin; id < range.end; ++id)
            if (data.spec->transitions[id].label == data.golds[i].label(system.arc(c, move).dependent)) label = data.spec->transitions[id].label;
        }
        system.apply(after, move, label);
        rolled[index_of(move)] = trainer.roll_out(i, after, true);
        least = std::min(least, rolled[index_of(move)]);
      }
      for (const Move move : moves) wrong += exact[index_of(move)] != rolled[index_of(move)] - least;
      seen += moves.size();
      const Move next = moves[random() % moves.size()];
      Label label = kNoLabel;
      if (builds_arc(next)) {
        const TransitionRange range = labelled(system, data.spec->transitions, c, next);
        label = data.spec->transitions[range.begin + static_cast<TransitionId>(random() % (range.end - range.begin))].label;
      }
      system.apply(c, next, label);
    }
  }
  return wrong;
}

}  // namespace

TEST(costs_are_those_of_rolling_out_with_the_reference) {
  std::size_t seen = 0;
  for (const SystemChoice choice : {choice_of<ArcHybrid>(), choice_of<ArcEager>(), choice_of<ArcStandard>()})
    for (std::uint32_t seed = 1; seed <= 3; ++seed) CHECK(differences(TransitionSystem(choice, Root::first, false), seed, seen) == 0);
  CHECK(seen > 3000);
}

TEST(a_restored_search_trainer_goes_on_as_if_nothing_had_happened) {
  std::mt19937 random(7);
  const Treebank treebank = random_treebank(30, random);
  const TrainingData data(treebank, kTemplates, TagChoice::upos, ArcHybrid(), OracleChoice::dynamic, 0.5f);
  LearningToSearchOptions options;
  options.mixture_alpha = 0.001;
  options.dropout = 0.2;
  SearchTrainer one(data, options, small_learner()), other(data, options, small_learner());
  EpochReport report;
  for (const std::uint32_t i : one.start_epoch(1)) one.learn(1, i, report);
  other.restore(one.state());
  for (SearchTrainer* const trainer : {&one, &other})
    for (const std::uint32_t i : trainer->start_epoch(2)) trainer->learn(2, i, report);
  CHECK(one.state().learners[0].values == other.state().learners[0].values);
  CHECK(one.state().learners[1].values == other.state().learners[1].values);
  CHECK(one.state().updates == other.state().updates);
}
