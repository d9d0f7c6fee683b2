// The moves after which a tree with all the kept arcs can still be built.
#pragma once

#include <memory>

#include "oracles/gold.h"
#include "transitions/system.h"

namespace dodona {

/// Says of any configuration of one sentence that it has led to which moves keep the kept arcs within reach. There is always one.
class KeepingMoves {
 public:
  virtual ~KeepingMoves() = default;
  virtual MoveSet allowed(const SharedConfiguration& c) = 0;
};

/// The kept arcs are a part of a tree that the system can build (see kept_arcs.h), and must outlive this.
///
/// Without SWAP the dynamic oracle says it: a move is allowed if it costs nothing. That is exact: of the trees with the
/// kept arcs, every one that the system can build can still be built.
///
/// With SWAP, a move is allowed if from where it leads there is a way that was tried: oracles/keeping_swaps.h. Some moves are left out
/// that would do as well.
std::unique_ptr<KeepingMoves> keeping_moves(const TransitionSystem& system, const Gold& kept);

}  // namespace dodona
