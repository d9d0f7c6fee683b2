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
  if (node != 0 && !has_head(node)) ++headless_;
}

void Configuration::pop() {
  const Node node = stack_.back();
  stack_.pop_back();
  leaves_stack(node, Place::gone);
}

void Configuration::pop_second() {
  const Node top = stack_.back();
  stack_.pop_back();
  leaves_stack(stack_.back(), Place::gone);
  stack_.back() = top;
}

// There is room before the front: whatever is in the stack came from there.
void Configuration::put_back_second() {
  const Node top = stack_.back();
  stack_.pop_back();
  const Node node = stack_.back();
  leaves_stack(node, Place::buffer);
  stack_.back() = top;
  buffer_[--front_] = node;
}

void Configuration::put_back_behind() {
  const Node node = stack_.back();
  stack_.pop_back();
  leaves_stack(node, Place::buffer);
  buffer_[front_ - 1] = buffer_[front_];
  buffer_[front_] = node;
  --front_;
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
  // Arcs grow outwards: the newest dependent on a side is the outermost, unless words were swapped.
  if (left) {
    if (parent.left1 == kNone || dependent < parent.left1) {
      parent.left2 = parent.left1;
      parent.left1 = dependent;
    } else if (parent.left2 == kNone || dependent < parent.left2) {
      parent.left2 = dependent;
    }
    ++parent.left_count;
    parent.left_labels |= set;
  } else {
    if (dependent > parent.right1) {  // which kNone is not
      parent.right2 = parent.right1;
      parent.right1 = dependent;
    } else if (dependent > parent.right2) {
      parent.right2 = dependent;
    }
    ++parent.right_count;
    parent.right_labels |= set;
  }
}

}  // namespace dodona
