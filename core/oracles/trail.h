// The moves of many ways through a sentence that begin alike.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "transitions/moves.h"

namespace dodona {

/// Each move, and the place of the one before it: ways that part have their first moves in common.
class Trail {
 public:
  using Place = std::uint32_t;
  static constexpr Place kNowhere = std::numeric_limits<Place>::max();

  /// The place of a move that is made after another.
  Place add(Place before, Move move) {
    steps_.push_back({before, move});
    return static_cast<Place>(steps_.size() - 1);
  }

  /// All moves up to that one.
  std::vector<Move> to(Place last) const {
    std::vector<Move> moves;
    for (Place place = last; place != kNowhere; place = steps_[place].before) moves.push_back(steps_[place].move);
    std::ranges::reverse(moves);
    return moves;
  }

 private:
  struct Step {
    Place before;
    Move move;
  };
  std::vector<Step> steps_;
};

}  // namespace dodona
