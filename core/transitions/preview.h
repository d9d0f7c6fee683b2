// What a transition would make of a configuration, without making it.
#pragma once

#include "transitions/configuration.h"

namespace dodona {

/// Takes a transition as a configuration does, `system.apply(preview, move, label)`, and keeps nothing but the fingerprint that would
/// come of it. It asks the configuration as it was, which is good for one move of a node and one arc: no transition does more.
class Preview {
 public:
  explicit Preview(const SharedConfiguration& c) : c_(c), print_(c.print()) {}

  std::uint64_t fingerprint() const { return print_.value(); }

  Node stack(std::size_t i) const { return c_.stack(i); }
  Node buffer(std::size_t i) const { return c_.buffer(i); }
  void push() { print_.push(c_); }
  void pop() { print_.pop(c_); }
  void pop_second() { print_.pop_second(c_); }
  void put_back_second() { print_.put_back_second(c_); }
  void put_back_both() { print_.put_back_both(c_); }
  void put_back_behind() { print_.put_back_behind(c_); }
  void add_arc(Node head, Label label, Node dependent) { print_.add_arc(head, label, dependent); }

 private:
  const SharedConfiguration& c_;
  Fingerprint print_;
};

}  // namespace dodona
