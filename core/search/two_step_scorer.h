// Scores of a model that decides on a move first, then on a label.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "search/parser.h"
#include "search/part_features.h"
#include "transitions/legal.h"

namespace dodona {

template <class Model>
class ModelScorer;

/// The cost of a move is what its learner predicts; that of a transition is that of its move, and how much more its label is predicted to
/// cost than the best one that is legal for the same arc. So the best transition is the best move with its best label, whether search
/// decides in two steps or looks at the scores of all transitions; both compare scores, which are rounded. As in other scorers, what the
/// words at the top of the stack and at the front of the buffer alone say of moves is added up once and kept.
template <>
class ModelScorer<TwoStepModel> {
 public:
  explicit ModelScorer(const Parser& parser);

  void start(WordValues words, Node length);

  /// The scores of all transitions, until the next call.
  template <class C>
  const std::int16_t* operator()(const C& c);

  /// The best legal transition: the first of several. It asks for labels only if there is an arc.
  template <class System, class C>
  Transition best(const System& system, const C& c) {
    look_at(c);
    const MoveSet legal = system.legal(c);
    Move best = Move::shift;
    int highest = std::numeric_limits<int>::lowest();
    for (const Move move : kAllMoves) {
      if (!may_have<System>(move) || !legal.has(move)) continue;
      const int score = TwoStepModel::score(move_costs_[index_of(move)]);
      if (score <= highest) continue;
      highest = score;
      best = move;
    }
    if (!builds_arc(best)) return {best, kNoLabel};
    const TransitionRange range = labelled(system, setup_.transitions, c, best);
    if (range.end - range.begin == 1) return setup_.transitions[range.begin];
    look_at_labels(c, best);
    const float cost = move_costs_[index_of(best)], least = least_label_cost(range);
    TransitionId id = range.begin;
    while (id + 1 < range.end && transition_score(id, cost, least) != highest) ++id;
    return setup_.transitions[id];
  }

 private:
  template <class C>
  void look_at(const C& c);
  // After look_at.
  template <class C>
  void look_at_labels(const C& c, Move move);
  float label_cost(TransitionId id) const { return label_costs_[static_cast<std::size_t>(setup_.transitions[id].label)]; }
  float least_label_cost(TransitionRange range) const {
    float least = std::numeric_limits<float>::max();
    for (TransitionId id = range.begin; id < range.end; ++id) least = std::min(least, label_cost(id));
    return least;
  }
  std::int16_t transition_score(TransitionId id, float move_cost, float least) const { return TwoStepModel::score(move_cost + (label_cost(id) - least)); }
  // Writes the scores of a run of transitions that differ in their labels.
  void score_labels(TransitionRange range, float move_cost);

  const ParserSetup& setup_;
  const TwoStepModel& model_;
  PartFeatures features_;
  std::vector<const std::int16_t*> rows_, part_rows_;
  std::vector<std::int32_t> kept_sums_, buffer_sums_, sums_;
  std::vector<float> move_costs_, label_costs_, scratch_;
  std::vector<std::int16_t> scores_;
};

}  // namespace dodona
