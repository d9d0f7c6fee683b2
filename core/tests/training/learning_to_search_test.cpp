// Learning to search: the oracle's cost of an action is the loss of a roll-out with the reference policy.
#include "training/learning_to_search.h"

#include <algorithm>
#include <memory>
#include <random>
#include <utility>

#include "parser_fixture.h"
#include "test.h"
#include "transitions/legal.h"
#include "views.h"

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

LearningToSearchTrainer trainer_on(const Treebank& treebank, const TransitionSystem& system,
                                   const RollOptions& options = {}, double dropout = 0) {
  TrainingData data(treebank, system, OracleChoice::dynamic, 0.5f);
  const auto input = std::make_shared<FeatureInput>(data.spec, treebank, kTemplates, TagChoice::upos);
  return {std::move(data), options, std::make_unique<MoveThenLabelLearner>(input, small_learner(), dropout)};
}

// Makes wrong moves in every sentence, and compares costs in all configurations on the way.
std::size_t differences(const TransitionSystem& system, std::uint32_t seed, std::size_t& seen) {
  std::mt19937 random(seed);
  const Treebank treebank = random_treebank(60, random);
  const TrainingData data(treebank, system, OracleChoice::dynamic, 0.5f);
  LearningToSearchTrainer trainer = trainer_on(treebank, system);
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
            if (data.spec->transitions[id].label == data.golds[i].label(system.arc(c, move).dependent))
              label = data.spec->transitions[id].label;
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
        label =
            data.spec->transitions[range.begin + static_cast<TransitionId>(random() % (range.end - range.begin))].label;
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
    for (std::uint32_t seed = 1; seed <= 3; ++seed)
      CHECK(differences(TransitionSystem(choice, Root::first, false), seed, seen) == 0);
  CHECK(seen > 3000);
}

TEST(a_restored_trainer_continues_identically) {
  std::mt19937 random(7);
  const Treebank treebank = random_treebank(30, random);
  RollOptions options;
  options.mixture_alpha = 0.001;
  LearningToSearchTrainer one = trainer_on(treebank, ArcHybrid(), options, 0.2),
                          other = trainer_on(treebank, ArcHybrid(), options, 0.2);
  one.epoch(1);
  CHECK(one.learner().state() != other.learner().state());
  other.learner().restore(views_of(one.learner().state()));
  one.epoch(2);
  other.epoch(2);
  CHECK(one.learner().state() == other.learner().state());
}

TEST(averages_begin_with_the_third_epoch) {
  std::mt19937 random(9);
  const Treebank treebank = random_treebank(10, random);
  const auto state = [&](int epochs, int restarted_before) {
    LearningToSearchTrainer trainer = trainer_on(treebank, ArcHybrid());
    for (int number = 1; number <= epochs; ++number) {
      if (number == restarted_before) dynamic_cast<MoveThenLabelLearner&>(trainer.learner()).restart_averages();
      trainer.epoch(number);
    }
    return trainer.learner().state();
  };
  CHECK(state(3, 3) == state(3, 0) && state(2, 2) != state(2, 0) && state(4, 4) != state(4, 0));
}
