#include "search/part_features.h"

namespace dodona {

PartFeatures::PartFeatures(const ShareExtractors& extractors)
    : extractors_(extractors), stack_(extractors[0].list()), buffer_(extractors[1].list()), rest_(extractors[2].list()), nothing_(extractors[0].nothing()),
      buffer_sums_(extractors[1].start()) {}

void PartFeatures::start(WordValues words, Node length) {
  words_ = words;
  front_ = listed_ = kNone;
  kept_.assign(static_cast<std::size_t>(length) + 1, false);
  if (stack_sums_.size() < kept_.size()) stack_sums_.resize(kept_.size(), extractors_[0].start());
}

template <class C>
void PartFeatures::look_at(const C& c) {
  top_ = c.stack(0);
  // What SWAP has put back, and what stands behind it, is never the same for long.
  const Node front = c.put_back().empty() ? c.next() : kNone;
  stack_is_new_ = top_ != kNone && !kept_[static_cast<std::size_t>(top_)];
  buffer_is_new_ = front == kNone || front != front_;
  front_ = front;
  if (stack_is_new_) {
    Sums& sums = stack_sums_[static_cast<std::size_t>(top_)];
    extractors_[0].add_up(c, words_, sums);
    extractors_[0].own_features(sums, stack_);
    kept_[static_cast<std::size_t>(top_)] = true;
    listed_ = top_;
  }
  if (buffer_is_new_) {
    extractors_[1].add_up(c, words_, buffer_sums_);
    extractors_[1].own_features(buffer_sums_, buffer_);
  }
  extractors_[2].extract(c, words_, top_ == kNone ? nothing_ : stack_sums_[static_cast<std::size_t>(top_)], buffer_sums_, rest_);
}

const FeatureList& PartFeatures::stack_again() {
  if (top_ != kNone && listed_ != top_) {
    extractors_[0].own_features(stack_sums_[static_cast<std::size_t>(top_)], stack_);
    listed_ = top_;
  }
  return stack_;
}

template void PartFeatures::look_at(const Configuration&);
template void PartFeatures::look_at(const SharedConfiguration&);

}  // namespace dodona
