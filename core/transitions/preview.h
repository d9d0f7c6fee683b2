// The fingerprint of the configuration that a transition leads to, without making the transition.
#pragma once

#include "transitions/configuration.h"

namespace dodona {

/// Takes a transition as a configuration does, with `system.apply(preview, move, label)`, but computes only the
/// fingerprint of the result. It is good for one transition: `stack` and `buffer` show the configuration before it.
class Preview : public StackOperations<Preview> {
 public:
  explicit Preview(const SharedConfiguration& c)
      : c_(c), print_(c.print()), stack_size_(c.stack_size()), swapped_size_(c.swapped().size()), next_(c.next()) {}

  std::uint64_t fingerprint() const { return print_.value(); }

  Node stack(std::size_t i) const { return c_.stack(i); }
  Node buffer(std::size_t i) const { return c_.buffer(i); }
  void add_arc(Node head, Label label, Node dependent) { print_.add_arc(head, label, dependent); }

  Node take_top() {
    const Node node = c_.stack(taken_from_stack_++);
    print_.remove(Fingerprint::Part::stack, --stack_size_, node);
    return node;
  }
  Node take_front() {
    const Node node = c_.buffer(taken_from_buffer_++);
    if (swapped_size_ > 0) {
      print_.remove(Fingerprint::Part::swapped, --swapped_size_, node);
    } else {
      print_.remove(Fingerprint::Part::next, 0, next_);
      print_.add(Fingerprint::Part::next, 0, ++next_);
    }
    return node;
  }
  void put_top(Node node) { print_.add(Fingerprint::Part::stack, stack_size_++, node); }
  void put_front(Node node) { print_.add(Fingerprint::Part::swapped, swapped_size_++, node); }
  void enter_stack(Node) {}
  void leave_stack(Node, Place) {}

 private:
  const SharedConfiguration& c_;
  Fingerprint print_;
  std::size_t stack_size_, swapped_size_, taken_from_stack_ = 0, taken_from_buffer_ = 0;
  Node next_;
};

}  // namespace dodona
