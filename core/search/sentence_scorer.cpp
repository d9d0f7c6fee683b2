#include "search/sentence_scorer.h"

#include <array>

namespace dodona {

template <class Model>
ModelScorer<Model>::ModelScorer(const Parser& parser)
    : model_(std::get<Model>(parser.model_)), table_(parser.table_), stack_(parser.parts_[0], model_), buffer_(parser.parts_[1], model_), rest_(parser.parts_[2], model_) {}

template <class Model>
void ModelScorer<Model>::start(WordValues words, Node length) {
  words_ = words;
  front_ = kNone;
  kept_.assign(static_cast<std::size_t>(length) + 1, false);
  sums_.resize(kept_.size() * model_.columns());
}

template <class Model>
template <class C>
const std::int16_t* ModelScorer<Model>::operator()(const C& c) {
  const Node s = c.stack(0);
  // What SWAP has put back, and what stands behind it, is never the same for long.
  const Node front = c.put_back().empty() ? c.next() : kNone;
  const bool stack_is_new = s != kNone && !kept_[static_cast<std::size_t>(s)], buffer_is_new = front == kNone || front != front_;
  front_ = front;
  // First ask for all memory that will be needed, then look.
  rest_.ask(model_, c, words_);
  if (stack_is_new) stack_.ask(model_, c, words_);
  if (buffer_is_new) buffer_.ask(model_, c, words_);
  rest_.look_up(model_, table_);
  if (stack_is_new) stack_.look_up(model_, table_);
  if (buffer_is_new) buffer_.look_up(model_, table_);

  std::array<const std::int16_t*, 2> shares;
  std::size_t count = 0;
  if (buffer_is_new) model_.sum(buffer_.workspace, {});
  shares[count++] = buffer_.workspace.scores.data();
  if (s != kNone) {
    std::int16_t* const kept = &sums_[static_cast<std::size_t>(s) * model_.columns()];
    if (stack_is_new) model_.sum(stack_.workspace, {}, kept);
    kept_[static_cast<std::size_t>(s)] = true;
    shares[count++] = kept;
  }
  return model_.sum(rest_.workspace, std::span(shares).first(count));
}

template class ModelScorer<LinearModel>;
template const std::int16_t* ModelScorer<LinearModel>::operator()(const Configuration&);
template const std::int16_t* ModelScorer<LinearModel>::operator()(const SharedConfiguration&);
template class ModelScorer<HashedModel>;
template const std::int16_t* ModelScorer<HashedModel>::operator()(const Configuration&);
template const std::int16_t* ModelScorer<HashedModel>::operator()(const SharedConfiguration&);

}  // namespace dodona
