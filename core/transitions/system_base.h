// The common part of all transition systems.
#pragma once

#include <stdexcept>

#include "transitions/configuration.h"
#include "transitions/moves.h"

namespace dodona {

/// A transition system has the options below, and the following members, templates over the type `C` of the
/// configuration (`system.h` checks this, and lists the systems):
///
///     kName                      its name, e.g. "arc-eager"
///     kMoves                     the set of its moves
///     finished(c)                whether the sentence is finished
///     legal(c)                   the legal moves; at least one unless the sentence is finished
///     arc(c, move)               the arc that LEFT-ARC or RIGHT-ARC would build
///     apply(c, move, label)      makes a legal move; `C` may be a Preview
///     finish(c, label)           attaches the words without heads, if there can be any, to the root
class SystemBase {
 public:
  static constexpr bool kNeedsRoot = false;  ///< whether Root::none is refused

  SystemBase(Root root, bool single_root) : root_(root), single_root_(single_root) {}

  /// The position of the artificial root.
  Root root() const { return root_; }
  /// Whether the root gets exactly one dependent.
  bool single_root() const { return single_root_; }

  template <class C>
  void start(C& c, Node words) const {
    c.start(words, root_);
  }

 private:
  Root root_;
  bool single_root_;
};

/// A system in which every word is popped when it gets its head, and a move gives every word its head. Only the root
/// remains, so there must be one.
class RootRequired : public SystemBase {
 public:
  static constexpr bool kNeedsRoot = true;

  /// Throws std::invalid_argument for Root::none.
  explicit RootRequired(Root root = Root::first, bool single_root = false) : SystemBase(root, single_root) {
    if (root == Root::none)
      throw std::invalid_argument("this transition system needs a root (first or last) as the head of the last word");
  }

  template <class C>
  static bool finished(const C& c) {
    return c.stack_size() + c.buffer_size() == 1;
  }

  template <class C>
  static void finish(C&, Label) {}
};

}  // namespace dodona
