// What all systems are told of the root; and what arc-standard and arc-hybrid share, a root that takes the last word.
#pragma once

#include <stdexcept>

#include "transitions/configuration.h"

namespace dodona {

/// Where the root stands, and whether it is to have a single dependent.
class WithRoot {
 public:
  static constexpr bool kNeedsRoot = false;  ///< whether Root::none is refused

  WithRoot(Root root, bool single_root) : root_(root), single_root_(single_root) {}

  Root root() const { return root_; }
  bool single_root() const { return single_root_; }

  template <class C>
  void start(C& configuration, Node words) const {
    configuration.start(words, root_);
  }

 private:
  Root root_;
  bool single_root_;
};

/// A system in which a word is gone when it has its head, every word gets it by a move, and the root is left alone in the end.
class Rooted : public WithRoot {
 public:
  static constexpr bool kNeedsRoot = true;

  /// Throws std::invalid_argument for Root::none: no move would take the last word.
  Rooted(Root root, bool single_root) : WithRoot(root, single_root) {
    if (root == Root::none) throw std::invalid_argument("this system needs a root to take the last word: first or last");
  }

  /// Whether the sentence is done: only the root is left.
  template <class C>
  static bool finished(const C& c) {
    return c.stack_size() + c.buffer_size() == 1;
  }

  /// No word is left without a head.
  template <class C>
  static void finish(C&, Label) {}
};

}  // namespace dodona
