#include "search/two_step_scorer.h"

#include <algorithm>
#include <limits>

namespace dodona {

ModelScorer<TwoStepModel>::ModelScorer(const Parser& parser)
    : setup_(parser.setup()), model_(std::get<TwoStepModel>(parser.model_)), features_(parser.parts_),
      move_costs_(model_[TwoStepModel::moves].actions()), label_costs_(model_[TwoStepModel::left_labels].actions()), scores_(model_.columns() + 8) {
  std::size_t most = 0;
  for (const auto step : {TwoStepModel::moves, TwoStepModel::left_labels, TwoStepModel::right_labels}) most = std::max(most, model_[step].columns());
  sums_.resize(most);
  buffer_sums_.resize(model_[TwoStepModel::moves].columns());
}

void ModelScorer<TwoStepModel>::start(WordValues words, Node length) {
  features_.start(words, length);
  kept_sums_.resize((static_cast<std::size_t>(length) + 1) * model_[TwoStepModel::moves].columns());
}

template <class C>
void ModelScorer<TwoStepModel>::look_at(const C& c) {
  const PackedLearner& learner = model_[TwoStepModel::moves];
  const std::size_t columns = learner.columns();
  features_.look_at(c);
  // The memory of the rest, which is most, is asked for first and looked at last.
  rows_.clear();
  learner.ask(features_.rest(), rows_);
  rows_.push_back(learner.constant());
  const auto sum = [&](const FeatureList& features, std::int32_t* sums) {
    part_rows_.clear();
    learner.ask(features, part_rows_);
    learner.sum(part_rows_, sums);
  };
  if (features_.buffer_is_new()) sum(features_.buffer(), buffer_sums_.data());
  std::int32_t* const kept = features_.top() == kNone ? nullptr : &kept_sums_[static_cast<std::size_t>(features_.top()) * columns];
  if (features_.stack_is_new()) sum(features_.stack(), kept);
  learner.sum(rows_, sums_.data());
  for (std::size_t i = 0; i < columns; ++i) sums_[i] += buffer_sums_[i];
  if (kept != nullptr)
    for (std::size_t i = 0; i < columns; ++i) sums_[i] += kept[i];
  learner.costs(sums_.data(), move_costs_.data(), scratch_);
}

template <class C>
void ModelScorer<TwoStepModel>::look_at_labels(const C& c, Move move) {
  const PackedLearner& learner = model_[TwoStepModel::labels_of(move)];
  rows_.clear();
  learner.ask(features_.rest(), rows_);
  learner.ask(features_.buffer(), rows_);
  if (features_.top() != kNone) learner.ask(features_.stack_again(c), rows_);
  rows_.push_back(learner.constant());
  learner.sum(rows_, sums_.data());
  learner.costs(sums_.data(), label_costs_.data(), scratch_);
}

void ModelScorer<TwoStepModel>::score_labels(TransitionRange range, float move_cost) {
  const float least = least_label_cost(range);
  for (TransitionId id = range.begin; id < range.end; ++id) scores_[id] = transition_score(id, move_cost, least);
}

template <class C>
const std::int16_t* ModelScorer<TwoStepModel>::operator()(const C& c) {
  look_at(c);
  const MoveSet moves = setup_.system.moves();
  for (const Move move : kAllMoves) {
    if (!moves.has(move)) continue;
    const float cost = move_costs_[index_of(move)];
    if (!builds_arc(move)) {
      scores_[setup_.transitions.of(move, false).begin] = TwoStepModel::score(cost);
      continue;
    }
    look_at_labels(c, move);
    for (const bool from_root : {false, true}) score_labels(setup_.transitions.of(move, from_root), cost);
  }
  return scores_.data();
}

template const std::int16_t* ModelScorer<TwoStepModel>::operator()(const Configuration&);
template const std::int16_t* ModelScorer<TwoStepModel>::operator()(const SharedConfiguration&);
template void ModelScorer<TwoStepModel>::look_at(const Configuration&);
template void ModelScorer<TwoStepModel>::look_at_labels(const Configuration&, Move);

}  // namespace dodona
