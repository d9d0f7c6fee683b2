// The oracles of arc-standard: static (Nivre 2004; Björkelund and Nivre 2015, Algorithm 1 without SWAP) and dynamic
// (Goldberg, Sartorio and Satta 2014).
#pragma once

#include <vector>

#include "oracles/oracle.h"
#include "transitions/arc_standard.h"

namespace dodona {

/// Whether a word gets another head than its gold head. Every head is right for an unconstrained word.
inline bool is_wrong_head(const Gold& gold, Node head, Node word) {
  return gold.head(word) != head && gold.head(word) != kNone;
}

/// The loss of the best tree that arc-standard can still build: the least number of words of the stack and the buffer
/// with a wrong head.
///
/// Arcs that are reachable one by one may exclude each other, so this takes a search over partial trees, in the spirit
/// of the dynamic programming of Goldberg, Sartorio and Satta (2014). A word of the buffer whose head and dependents
/// are all in the buffer always gets its head. So does an unconstrained word that dominates only words of the buffer:
/// it can be attached to its left neighbour. The other words of the buffer are its *units* u1 ... uq. Every derivation
/// from the stack x1 ... xm grows one tree that starts as the top of the stack, and attaches the next node of the stack
/// on its left, or some units on its right, until it spans everything. A state (i, j, h) of the search is that tree: it
/// spans x(i) ... x(m) and u(1) ... u(j), and its root is h.
///
///     (m, 0, xm) has loss 0; from (i, j, h)
///       LEFT-ARC   h  -> x(i-1)   (i - 1, j, h)
///       RIGHT-ARC  x(i-1) -> h    (i - 1, j, x(i-1))
///       LEFT-ARC   uk -> h        (i, k, uk)          where u(j+1) ... uk are a chain of gold arcs, the head of
///       RIGHT-ARC  h  -> uk       (i, k, h)           each being the next
///
/// Each arc that is not gold costs 1, and (1, q, 0) is the end. The gold tree must be projective in the order of stack
/// and buffer. In a sentence of more than 25 words the search may end early, with a lower bound of the loss.
int arc_standard_loss(const std::vector<Node>& stack, const std::vector<Node>& units, const Gold& gold,
                      bool single_root);

/// What each of some moves adds to a loss, where `loss(stack, i)` is that of a stack and of the buffer from its i-th
/// node on.
template <class Loss>
Costs added_losses(const Configuration& c, MoveSet moves, const Gold& gold, Loss loss) {
  const int before = loss(c.stack(), 0);
  Costs costs{};
  for (const Move move : moves) {
    std::vector<Node> stack = c.stack();
    int after = 0;
    if (move == Move::shift) {
      stack.push_back(c.buffer(0));
      after = loss(stack, 1);
    } else {
      const auto [head, dependent] = ArcStandard::arc(c, move);
      stack.erase(stack.end() - (move == Move::left_arc ? 2 : 1));
      after = loss(stack, 0) + is_wrong_head(gold, head, dependent);
    }
    costs[index_of(move)] = static_cast<float>(after - before);
  }
  return costs;
}

}  // namespace dodona
