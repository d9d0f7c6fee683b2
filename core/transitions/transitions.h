// Transitions: moves with labels, numbered for a classifier.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "transitions/moves.h"
#include "transitions/configuration.h"

namespace dodona {

/// The number of a transition, which is an output of the classifier.
using TransitionId = std::uint32_t;

/// A move and, if it builds an arc, a label.
struct Transition {
  Move move;
  Label label;
  bool operator==(const Transition&) const = default;
};

/// A run of transition numbers.
struct TransitionRange {
  TransitionId begin = 0, end = 0;
  bool empty() const { return begin == end; }
};

/// All transitions of a parser. Those that the same rules allow lie together: arcs between words and
/// arcs from the root have their own runs, since a label reserved for the root (UD's `root`) is legal
/// with head 0 and only there.
class TransitionSet {
 public:
  /// The labels that arcs may have, by move and by whether they come from the root; sorted.
  struct Labels {
    std::vector<Label> left, right, root_left, root_right;
  };

  TransitionSet() = default;
  /// `moves` are those that the system has.
  TransitionSet(const Labels& labels, MoveSet moves);

  std::size_t size() const { return transitions_.size(); }
  Transition operator[](TransitionId id) const { return transitions_[id]; }
  /// The transitions that make a move, its arc (if any) coming from the root or not.
  TransitionRange of(Move move, bool from_root) const { return ranges_[from_root][index_of(move)]; }

 private:
  std::vector<Transition> transitions_;
  std::array<std::array<TransitionRange, kMoves>, 2> ranges_{};
};

}  // namespace dodona
