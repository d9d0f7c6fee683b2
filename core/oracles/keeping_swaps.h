// Keeping arcs in systems with SWAP.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "oracles/keeping_moves.h"
#include "oracles/projective_order.h"

namespace dodona {

/// A move is allowed if a tree with all kept arcs can be built after it by this simple way, which is that of EAGER (swap_eager.h)
/// with the words in between out of the way:
///
///   - a kept arc is built as soon as its dependent has all its own kept dependents;
///   - a word without a kept head that waits for no kept dependent hangs from whatever is next to it: it is of no more use;
///   - two words are swapped if a projective order of the kept arcs wants it, or if there is nothing left to shift;
///   - otherwise SHIFT; where that is not legal, the way has come to a dead end.
///
/// Swapped words never come back, so that an order that was good at first may be no more. Two are tried: the one by which the
/// configuration before the move was found good, and that of the words as they stand after it. Since the way goes on by the
/// first of them, the move that it makes next is always allowed.
class KeepingSwaps : public KeepingMoves {
 public:
  KeepingSwaps(const TransitionSystem& system, const Gold& kept);
  MoveSet allowed(const SharedConfiguration& c) override;

 private:
  using Order = std::shared_ptr<const ProjectiveOrder>;

  bool is_complete(const Configuration& c, Node word) const;
  bool loses(const Configuration& c, Arc arc) const;
  bool leads_to_a_tree(const Configuration& from, const ProjectiveOrder& order);
  bool is_good(const Configuration& after, const Order& order);
  // The next move of the way; whether there is one.
  bool next(const Configuration& c, const ProjectiveOrder& order, Move& move) const;

  TransitionSystem system_;
  const Gold& kept_;
  Gold forest_;  // the kept arcs, all others being from the root: of this there is a projective order
  std::unordered_map<std::u32string, Order> good_;  // by stack and buffer: the order with which there is a way
  Configuration here_, after_, trial_;
};

}  // namespace dodona
