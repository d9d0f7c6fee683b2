#include "scoring/linear/incremental_extractor.h"

namespace dodona {

PartExtractors part_extractors(const TemplateSet& set, const IndexedTemplates& indexed) {
  return {CompiledExtractor(set, Part::stack, indexed), CompiledExtractor(set, Part::buffer, indexed),
          CompiledExtractor(set, Part::rest, indexed)};
}

IncrementalExtractor::IncrementalExtractor(const PartExtractors& extractors)
    : extractors_(extractors), stack_(extractors[0].list()), buffer_(extractors[1].list()), rest_(extractors[2].list()),
      nothing_(extractors[0].nothing()), buffer_sums_(extractors[1].start()) {}

void IncrementalExtractor::start(WordValues words, Node length) {
  words_ = words;
  front_ = kNone;
  known_.assign(static_cast<std::size_t>(length) + 1, false);
  if (stack_sums_.size() < known_.size()) stack_sums_.resize(known_.size(), extractors_[0].start());
}

template <class C>
void IncrementalExtractor::look_at(const C& c) {
  top_ = c.stack(0);
  // After a SWAP, the words behind the front need not be its neighbours in the sentence.
  const Node front = c.swapped().empty() ? c.next() : kNone;
  stack_is_new_ = top_ != kNone && !known_[static_cast<std::size_t>(top_)];
  buffer_is_new_ = front == kNone || front != front_;
  front_ = front;
  if (stack_is_new_) {
    known_[static_cast<std::size_t>(top_)] = true;
    PartialSums& sums = stack_sums_[static_cast<std::size_t>(top_)];
    extractors_[0].add_up(c, words_, sums);
    extractors_[0].own_features(sums, stack_);
  }
  if (buffer_is_new_) {
    extractors_[1].add_up(c, words_, buffer_sums_);
    extractors_[1].own_features(buffer_sums_, buffer_);
  }
  extractors_[2].extract(c, words_, top_ == kNone ? nothing_ : stack_sums_[static_cast<std::size_t>(top_)],
                         buffer_sums_, rest_);
}

template void IncrementalExtractor::look_at(const Configuration&);
template void IncrementalExtractor::look_at(const SharedConfiguration&);

}  // namespace dodona
