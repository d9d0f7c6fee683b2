// Compares decisions with their definition.
#include "training/decide.h"

#include <vector>

#include "test.h"
#include "transitions/system.h"

using namespace dodona;

TEST(costs_of_decisions_are_relative_to_the_least) {
  const ArcEager system(Root::none);
  // SHIFT, LEFT-ARC with labels 0 and 1, RIGHT-ARC with label 1; REDUCE is not legal yet.
  const TransitionSet transitions({{0, 1}, {1}, {}, {}}, ArcEager::kMoves);
  Configuration c;
  system.start(c, 2);
  system.apply(c, Move::shift, kNoLabel);
  const LegalTransitions legal(system, transitions, c);
  const auto first = [&](Move move) { return transitions.of(move, false).begin; };
  const TransitionId shift = first(Move::shift), left = first(Move::left_arc), right = first(Move::right_arc);
  Costs costs{};
  costs[index_of(Move::shift)] = 3;
  costs[index_of(Move::left_arc)] = 2;
  costs[index_of(Move::right_arc)] = 4;
  std::vector<float> scores(transitions.size());
  scores[right] = 5;
  scores[left] = 1;
  const auto label_cost = [](Move move, Label label) { return move == Move::left_arc && label == 0 ? 0.5f : 0.0f; };
  for (const bool all_costs : {false, true}) {
    EpochReport report;
    DecisionMaker maker(transitions, all_costs);
    const Decision decision = maker.decide(legal, costs, scores.data(), label_cost, report);
    CHECK(decision.predicted == right && decision.best == left + 1 && !decision.is_right);
    CHECK(decision.zero_cost.size() == 1 && decision.zero_cost[0] == left + 1);
    CHECK(report.decisions == 1 && report.updates == 1 && report.cost == 4);
    CHECK((decision.costs != nullptr) == all_costs);
    if (all_costs)
      CHECK(decision.costs[shift] == 1 && decision.costs[left] == 0.5f && decision.costs[left + 1] == 0 &&
            decision.costs[right] == 2);
  }
}
