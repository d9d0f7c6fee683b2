#include "search/two_step_scorer.h"

#include <algorithm>
#include <limits>

namespace dodona {

ModelScorer<TwoStepModel>::ModelScorer(const Parser& parser)
    : setup_(parser.setup()), model_(std::get<TwoStepModel>(parser.model_)), stack_(parser.parts_[0]), buffer_(parser.parts_[1]), rest_(parser.parts_[2]),
      move_costs_(model_[TwoStepModel::moves].actions()), label_costs_(model_[TwoStepModel::left_labels].actions()), scores_(model_.columns() + 8) {
  std::size_t most = 0;
  for (const auto step : {TwoStepModel::moves, TwoStepModel::left_labels, TwoStepModel::right_labels}) most = std::max(most, model_[step].columns());
  sums_.resize(most);
  buffer_sums_.resize(model_[TwoStepModel::moves].columns());
}

void ModelScorer<TwoStepModel>::start(WordValues words, Node length) {
  words_ = words;
  front_ = top_ = kNone;
  kept_.assign(static_cast<std::size_t>(length) + 1, false);
  kept_sums_.resize(kept_.size() * model_[TwoStepModel::moves].columns());
}

template <class C>
void ModelScorer<TwoStepModel>::look_at(const C& c) {
  const PackedLearner& learner = model_[TwoStepModel::moves];
  const std::size_t columns = learner.columns();
  const Node s = c.stack(0);
  // What SWAP has put back, and what stands behind it, is never the same for long.
  const Node front = c.put_back().empty() ? c.next() : kNone;
  const bool stack_is_new = s != kNone && !kept_[static_cast<std::size_t>(s)], buffer_is_new = front == kNone || front != front_;
  const auto ask = [&](PartOfFeatures& part) {
    part.extractor.extract(c, words_, part.features);
    part.rows.clear();
    learner.ask(part.features, part.rows);
  };
  ask(rest_);
  if (stack_is_new) {
    ask(stack_);
    top_ = s;
  }
  if (buffer_is_new) {
    ask(buffer_);
    front_ = front;
    learner.sum(buffer_.rows, buffer_sums_.data());
  }
  rest_.rows.push_back(learner.constant());
  learner.sum(rest_.rows, sums_.data());
  for (std::size_t i = 0; i < columns; ++i) sums_[i] += buffer_sums_[i];
  if (s != kNone) {
    std::int32_t* const kept = &kept_sums_[static_cast<std::size_t>(s) * columns];
    if (stack_is_new) learner.sum(stack_.rows, kept);
    kept_[static_cast<std::size_t>(s)] = true;
    for (std::size_t i = 0; i < columns; ++i) sums_[i] += kept[i];
  }
  learner.costs(sums_.data(), move_costs_.data(), scratch_);
}

template <class C>
void ModelScorer<TwoStepModel>::look_at_labels(const C& c, Move move) {
  const PackedLearner& learner = model_[TwoStepModel::labels_of(move)];
  label_rows_.clear();
  learner.ask(rest_.features, label_rows_);
  learner.ask(buffer_.features, label_rows_);
  const Node s = c.stack(0);
  if (s != kNone) {
    if (top_ != s) {
      stack_.extractor.extract(c, words_, stack_.features);
      top_ = s;
    }
    learner.ask(stack_.features, label_rows_);
  }
  label_rows_.push_back(learner.constant());
  learner.sum(label_rows_, sums_.data());
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
