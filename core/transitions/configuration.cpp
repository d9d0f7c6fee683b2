#include "transitions/configuration.h"

namespace dodona {

template <class Store>
void BasicConfiguration<Store>::start(Node words, Root root) {
  words_ = words;
  root_ = root;
  next_ = 1;
  end_ = words + (root == Root::last ? 2 : 1);
  headless_ = 0;
  stack_.clear();
  put_back_.clear();
  print_.start();
  arcs_.start(static_cast<std::size_t>(words) + 1);
  at(0).place = Place::gone;
  if (root == Root::first) {
    stack_.push_back(0);
    at(0).place = Place::stack;
  } else if (root == Root::last) {
    at(0).place = Place::buffer;
  }
}

template <class Store>
Node BasicConfiguration<Store>::take_front() {
  if (put_back_.empty()) {
    const Node node = next_++;
    return node <= words_ ? node : 0;
  }
  const Node node = put_back_.back();
  put_back_.pop_back();
  return node;
}

template <class Store>
Node BasicConfiguration<Store>::take_top() {
  const Node node = stack_.back();
  stack_.pop_back();
  return node;
}

template <class Store>
void BasicConfiguration<Store>::push() {
  print_.push(*this);
  const Node node = take_front();
  stack_.push_back(node);
  Arcs& arcs = at(node);
  arcs.place = Place::stack;
  if (node != 0 && arcs.head == kNone) ++headless_;
}

template <class Store>
void BasicConfiguration<Store>::pop() {
  print_.pop(*this);
  leaves_stack(take_top(), Place::gone);
}

template <class Store>
void BasicConfiguration<Store>::pop_second() {
  print_.pop_second(*this);
  const Node top = take_top();
  leaves_stack(stack_.back(), Place::gone);
  stack_.back() = top;
}

template <class Store>
void BasicConfiguration<Store>::put_back_second() {
  print_.put_back_second(*this);
  const Node top = take_top();
  const Node node = stack_.back();
  leaves_stack(node, Place::buffer);
  stack_.back() = top;
  put_back_.push_back(node);
}

template <class Store>
void BasicConfiguration<Store>::put_back_both() {
  print_.put_back_both(*this);
  const Node top = take_top(), second = take_top();
  leaves_stack(top, Place::buffer);
  leaves_stack(second, Place::buffer);
  put_back_.push_back(second);
  put_back_.push_back(top);
}

template <class Store>
void BasicConfiguration<Store>::put_back_behind() {
  print_.put_back_behind(*this);
  const Node node = take_top();
  leaves_stack(node, Place::buffer);
  const Node front = take_front();
  put_back_.push_back(node);
  put_back_.push_back(front);
}

template <class Store>
void BasicConfiguration<Store>::add_arc(Node head, Label label, Node dependent) {
  print_.add_arc(head, label, dependent);
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

template class BasicConfiguration<OwnArcs>;
template class BasicConfiguration<SharedArcs>;

}  // namespace dodona
