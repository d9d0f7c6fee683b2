#include "oracles/derivation.h"

namespace dodona {

DerivationState::DerivationState(const Gold& gold, Root root)
    : unattached_dependents_(static_cast<std::size_t>(gold.words()) + 1) {
  if (root == Root::last) buffer_.push_back(0);
  for (Node word = gold.words(); word > 0; --word) buffer_.push_back(word);
  if (root == Root::first) stack_.push_back(0);
  for (Node node = 0; node <= gold.words(); ++node)
    unattached_dependents_[static_cast<std::size_t>(node)] = static_cast<Node>(gold.dependents(node).size());
}

DerivationState::DerivationState(const Configuration& c, const Gold& gold)
    : stack_(c.stack()), unattached_dependents_(static_cast<std::size_t>(gold.words()) + 1) {
  for (std::size_t i = c.buffer_size(); i-- > 0;) buffer_.push_back(c.buffer(i));
  for (Node node = 0; node <= gold.words(); ++node)
    unattached_dependents_[static_cast<std::size_t>(node)] =
        static_cast<Node>(std::ranges::count_if(gold.dependents(node), [&](Node k) { return !c.has_head(k); }));
}

std::u32string DerivationState::key() const {
  std::u32string key;
  const auto add = [&](Node node) { key.push_back(static_cast<char32_t>(node)); };
  for (const Node node : stack_) add(node);
  add(kNone);
  // The words at the end of the buffer that are still in text order, most of a long sentence, are given by the last and
  // the first of them.
  std::size_t first = 0;
  while (first + 1 < buffer_.size() && buffer_[first + 1] + 1 == buffer_[first]) ++first;
  if (!buffer_.empty()) add(buffer_[0]);
  for (std::size_t i = first; i < buffer_.size(); ++i) add(buffer_[i]);
  return key;
}

void DerivationState::apply(Move move) {
  const auto attach_to = [&](Node head) { --unattached_dependents_[static_cast<std::size_t>(head)]; };
  switch (move) {
    case Move::shift:
      stack_.push_back(buffer_.back());
      buffer_.pop_back();
      break;
    case Move::left_arc:
      attach_to(stack(0));
      stack_.erase(stack_.end() - 2);
      break;
    case Move::right_arc:
      attach_to(stack(1));
      stack_.pop_back();
      break;
    case Move::swap:
      buffer_.push_back(stack(1));
      stack_.erase(stack_.end() - 2);
      break;
    case Move::reduce: break;  // not a move of these systems
  }
}

std::u32string configuration_key(const Configuration& c) {
  std::u32string key;
  for (const Node node : c.stack()) key.push_back(static_cast<char32_t>(2 * node + (c.has_head(node) ? 1 : 0)));
  key.push_back(static_cast<char32_t>(kNone));
  for (const Node node : c.swapped()) key.push_back(static_cast<char32_t>(node));
  key.push_back(static_cast<char32_t>(kNone));
  key.push_back(static_cast<char32_t>(c.next()));
  return key;
}

}  // namespace dodona
