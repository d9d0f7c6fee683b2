// Transitions: moves with labels, numbered for the scorer.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "transitions/configuration.h"
#include "transitions/moves.h"

namespace dodona {

/// The number of a transition.
using TransitionId = std::uint32_t;

/// A move and, if it builds an arc, a label.
struct Transition {
  Move move;
  Label label;
  bool operator==(const Transition&) const = default;
};

/// Consecutive transitions, from `begin` up to but excluding `end`.
struct TransitionRange {
  TransitionId begin = 0, end = 0;
  bool empty() const { return begin == end; }
};

/// All transitions of a parser. Transitions that are legal under the same conditions are numbered consecutively. Arcs
/// between words and arcs from the root have ranges of their own, because a label reserved for the root (UD's `root`)
/// is legal with head 0 and only there.
class TransitionSet {
 public:
  /// The legal labels of arcs, by move and by whether the head is the root; sorted.
  struct Labels {
    std::vector<Label> left, right, root_left, root_right;
  };

  TransitionSet() = default;
  /// `moves` are the moves of the system.
  TransitionSet(const Labels& labels, MoveSet moves);

  std::size_t size() const { return transitions_.size(); }
  Transition operator[](TransitionId id) const { return transitions_[id]; }
  /// The transitions with a move; `from_root` says whether the head of its arc, if any, is the root.
  TransitionRange of(Move move, bool from_root) const { return ranges_[from_root][index_of(move)]; }

 private:
  std::vector<Transition> transitions_;
  std::array<std::array<TransitionRange, kMoveCount>, 2> ranges_{};
};

}  // namespace dodona
