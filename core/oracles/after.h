// A configuration as it would be after a move, without making it.
#pragma once

#include "transitions/arc_eager.h"

namespace dodona {

/// What oracles ask of the configuration that an arc-eager move leads to.
class After {
 public:
  /// The configuration as it is.
  explicit After(const Configuration& c) : c_(c) {}
  /// The configuration after a legal move.
  After(const Configuration& c, Move move)
      : c_(c), popped_(move == Move::left_arc || move == Move::reduce ? c.stack(0) : kNone),
        pushed_(move == Move::shift || move == Move::right_arc ? c.buffer(0) : kNone) {
    if (builds_arc(move)) arc_ = ArcEager::arc(c, move);
  }

  bool has_head(Node word) const { return word == arc_.dependent || c_.has_head(word); }
  Node head(Node word) const { return word == arc_.dependent ? arc_.head : c_.head(word); }
  bool in_stack(Node node) const { return node == pushed_ || (node != popped_ && c_.in_stack(node)); }
  bool in_buffer(Node node) const { return node != pushed_ && c_.in_buffer(node); }

  /// The nodes of the stack, from its bottom.
  std::size_t stack_size() const { return c_.stack_size() - (popped_ != kNone) + (pushed_ != kNone); }
  Node from_bottom(std::size_t i) const { return i < c_.stack_size() ? c_.stack()[i] : pushed_; }

  /// The first word of the buffer; one more than there are words if there is none.
  Node first_left() const { return c_.words() + 1 - static_cast<Node>(c_.words_left()) + (pushed_ != kNone); }
  Node words() const { return c_.words(); }

 private:
  const Configuration& c_;
  Node popped_ = kNone, pushed_ = kNone;
  Arc arc_{kNone, kNone};
};

}  // namespace dodona
