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
  swapped_.clear();
  print_.start();
  arcs_.start(static_cast<std::size_t>(words) + 1);
  at(0).place = Place::removed;
  if (root == Root::first) {
    stack_.push_back(0);
    at(0).place = Place::stack;
  } else if (root == Root::last) {
    at(0).place = Place::buffer;
  }
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
  // A root that is last has all words on its left.
  const bool left = dependent < head || (head == 0 && root_ == Root::last);
  // The newest dependent on a side is the outermost, unless words were swapped.
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
    if (dependent > parent.right1) {  // kNone is less than any word
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
