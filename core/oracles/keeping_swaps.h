// Keeping arcs in systems with SWAP.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "oracles/keeping_moves.h"
#include "oracles/projective_order.h"

namespace dodona {

/// A move is allowed if a tree with all kept arcs can be built after it by a plan. The plans of swap-standard and swap-hybrid are simple, those of
/// EAGER (swap_eager.h) with the words in between out of the way:
///
///   - a kept arc is built as soon as its dependent has all its own kept dependents;
///   - a word without a kept head that waits for no kept dependent hangs from whatever is next to it: it is of no more use;
///   - two words are swapped if a projective order of the kept arcs wants it, or if there is nothing left to shift;
///   - otherwise SHIFT; where that is not legal, the plan has come to a dead end.
///
/// In swap-eager words are linked to what they hang from before they have all that hangs from them, and a plan has to look ahead. There it is to
/// derive one whole tree, as the static-dynamic oracle has it (swap_eager_static_dynamic.h): that with the arcs that were built, the kept
/// ones, and all other words under the root, or under the single word that hangs from it.
///
/// Swapped words never come back, so that a plan that was good at first may be no more. Two are tried: the one by which the
/// configuration before the move was found good, and one that is made for the words as they stand after it. Since one goes on with the
/// first of them, the move that it makes next is always allowed.
class KeepingSwaps : public KeepingMoves {
 public:
  KeepingSwaps(const TransitionSystem& system, const Gold& kept);
  MoveSet allowed(const SharedConfiguration& c) override;

 private:
  // The next move; none at a dead end.
  using Plan = std::function<std::optional<Move>(const Configuration& c)>;
  using SharedPlan = std::shared_ptr<const Plan>;

  SharedPlan plan_from(const Configuration& c) const;
  Plan in_order(const Configuration& c) const;
  Plan to_a_tree(const Configuration& c, const SwapEager& system) const;
  Node single_root(const Configuration& c) const;

  bool is_complete(const Configuration& c, Node word) const;
  bool loses(const Configuration& c, Move move) const;
  bool leads_to_a_tree(const Configuration& from, const Plan& plan);
  bool is_good(const Configuration& after, const SharedPlan& plan, int ahead);

  TransitionSystem system_;
  const Gold& kept_;
  Gold forest_;  // the kept arcs, all others being from the root: of this there is a projective order
  std::unordered_map<std::u32string, SharedPlan> good_;  // by stack and buffer: the plan that is good
  Configuration here_, after_, trial_;
};

}  // namespace dodona
