#include "search/sentence_scorer.h"

#include <array>

namespace dodona {

template <class Model>
ModelScorer<Model>::ModelScorer(const Parser& parser)
    : model_(std::get<Model>(parser.model_)), table_(parser.table_), features_(parser.parts_), stack_(model_, features_.stack()),
      buffer_(model_, features_.buffer()), rest_(model_, features_.rest()) {}

template <class Model>
void ModelScorer<Model>::start(WordValues words, Node length) {
  features_.start(words, length);
  sums_.resize((static_cast<std::size_t>(length) + 1) * model_.columns());
}

template <class Model>
template <class C>
const std::int16_t* ModelScorer<Model>::operator()(const C& c) {
  features_.look_at(c);
  const bool stack_is_new = features_.stack_is_new(), buffer_is_new = features_.buffer_is_new();
  // First ask for all memory that will be needed, then look.
  model_.ask(features_.rest(), rest_);
  if (stack_is_new) model_.ask(features_.stack(), stack_);
  if (buffer_is_new) model_.ask(features_.buffer(), buffer_);
  model_.look_up(features_.rest(), table_, rest_);
  if (stack_is_new) model_.look_up(features_.stack(), table_, stack_);
  if (buffer_is_new) model_.look_up(features_.buffer(), table_, buffer_);

  std::array<const std::int16_t*, 2> shares;
  std::size_t count = 0;
  if (buffer_is_new) model_.sum(buffer_, {});
  shares[count++] = buffer_.scores.data();
  if (features_.top() != kNone) {
    std::int16_t* const kept = &sums_[static_cast<std::size_t>(features_.top()) * model_.columns()];
    if (stack_is_new) model_.sum(stack_, {}, kept);
    shares[count++] = kept;
  }
  return model_.sum(rest_, std::span(shares).first(count));
}

template class ModelScorer<LinearModel>;
template const std::int16_t* ModelScorer<LinearModel>::operator()(const Configuration&);
template const std::int16_t* ModelScorer<LinearModel>::operator()(const SharedConfiguration&);
template class ModelScorer<HashedModel>;
template const std::int16_t* ModelScorer<HashedModel>::operator()(const Configuration&);
template const std::int16_t* ModelScorer<HashedModel>::operator()(const SharedConfiguration&);

}  // namespace dodona
