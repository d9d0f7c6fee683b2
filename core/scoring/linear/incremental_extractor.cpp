#include "scoring/linear/incremental_extractor.h"

namespace dodona {
namespace {

FeatureList list_for(const PartExtractors& extractors, Part part) {
  const auto number = static_cast<std::size_t>(part);
  return extractors.compiled.empty() ? extractors.plain[number].list() : extractors.compiled[number].list();
}

}  // namespace

PartExtractors::PartExtractors(const TemplateSet& set, const IndexedTemplates& indexed) {
  for (const Part part : {Part::stack, Part::buffer, Part::rest}) {
    if (indexed.code != nullptr)
      compiled.emplace_back(set, part, indexed);
    else
      plain.emplace_back(set, part, indexed);
  }
}

IncrementalExtractor::IncrementalExtractor(const PartExtractors& extractors)
    : extractors_(extractors), stack_(list_for(extractors, Part::stack)), buffer_(list_for(extractors, Part::buffer)),
      rest_(list_for(extractors, Part::rest)) {
  if (extractors.compiled.empty()) return;
  nothing_ = extractors.compiled[0].nothing();
  buffer_sums_ = extractors.compiled[1].start();
}

void IncrementalExtractor::start(WordValues words, Node length) {
  words_ = words;
  front_ = listed_ = kNone;
  known_.assign(static_cast<std::size_t>(length) + 1, false);
  if (!extractors_.compiled.empty() && stack_sums_.size() < known_.size())
    stack_sums_.resize(known_.size(), extractors_.compiled[0].start());
}

template <class C>
void IncrementalExtractor::look_at(const C& c) {
  top_ = c.stack(0);
  // After a SWAP, the words behind the front may not be its neighbours in the sentence.
  const Node front = c.swapped().empty() ? c.next() : kNone;
  stack_is_new_ = top_ != kNone && !known_[static_cast<std::size_t>(top_)];
  buffer_is_new_ = front == kNone || front != front_;
  front_ = front;
  if (stack_is_new_) {
    known_[static_cast<std::size_t>(top_)] = true;
    listed_ = top_;
  }
  if (extractors_.compiled.empty())
    extract(c);
  else
    add_up(c);
}

template <class C>
void IncrementalExtractor::extract(const C& c) {
  if (stack_is_new_) extractors_.plain[0].extract(c, words_, stack_);
  if (buffer_is_new_) extractors_.plain[1].extract(c, words_, buffer_);
  extractors_.plain[2].extract(c, words_, rest_);
}

template <class C>
void IncrementalExtractor::add_up(const C& c) {
  if (stack_is_new_) {
    PartialSums& sums = stack_sums_[static_cast<std::size_t>(top_)];
    extractors_.compiled[0].add_up(c, words_, sums);
    extractors_.compiled[0].own_features(sums, stack_);
  }
  if (buffer_is_new_) {
    extractors_.compiled[1].add_up(c, words_, buffer_sums_);
    extractors_.compiled[1].own_features(buffer_sums_, buffer_);
  }
  extractors_.compiled[2].extract(c, words_, top_ == kNone ? nothing_ : stack_sums_[static_cast<std::size_t>(top_)],
                                  buffer_sums_, rest_);
}

template <class C>
const FeatureList& IncrementalExtractor::stack_again(const C& c) {
  if (top_ == kNone || listed_ == top_) return stack_;
  listed_ = top_;
  if (extractors_.compiled.empty())
    extractors_.plain[0].extract(c, words_, stack_);
  else
    extractors_.compiled[0].own_features(stack_sums_[static_cast<std::size_t>(top_)], stack_);
  return stack_;
}

template void IncrementalExtractor::look_at(const Configuration&);
template void IncrementalExtractor::look_at(const SharedConfiguration&);
template const FeatureList& IncrementalExtractor::stack_again(const Configuration&);
template const FeatureList& IncrementalExtractor::stack_again(const SharedConfiguration&);

}  // namespace dodona
