#include "transitions/configuration.h"

namespace dodona {

void Configuration::start(Node words, Root root) {
  words_ = words;
  root_ = root;
  front_ = 0;
  headless_ = 0;
  arcs_.assign(static_cast<std::size_t>(words) + 1, Arcs{});
  stack_.clear();
  buffer_.resize(static_cast<std::size_t>(words));
  for (Node word = 1; word <= words; ++word) buffer_[static_cast<std::size_t>(word) - 1] = word;
  at(0).place = Place::gone;
  if (root == Root::first) {
    stack_.push_back(0);
    at(0).place = Place::stack;
  } else if (root == Root::last) {
    buffer_.push_back(0);
    at(0).place = Place::buffer;
  }
}

void Configuration::push() {
  const Node node = buffer_[front_++];
  stack_.push_back(node);
  at(node).place = Place::stack;
  if (!has_head(node)) ++headless_;
}

void Configuration::pop() {
  const Node node = stack_.back();
  stack_.pop_back();
  at(node).place = Place::gone;
  if (!has_head(node)) --headless_;
}

void Configuration::add_arc(Node head, Label label, Node dependent) {
  Arcs& child = at(dependent);
  if (child.place == Place::stack) --headless_;
  child.head = head;
  child.label = label;
  Arcs& parent = at(head);
  const std::uint64_t set = label >= 0 ? std::uint64_t{1} << (label & 63) : 0;
  // A root that stands last has all words on its left.
  const bool left = dependent < head || (head == 0 && root_ == Root::last);
  // Arcs grow outwards, whatever the system: the newest dependent on a side is the outermost.
  if (left) {
    parent.left2 = parent.left1;
    parent.left1 = dependent;
    ++parent.left_count;
    parent.left_labels |= set;
  } else {
    parent.right2 = parent.right1;
    parent.right1 = dependent;
    ++parent.right_count;
    parent.right_labels |= set;
  }
}

}  // namespace dodona
