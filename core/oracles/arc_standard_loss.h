// What arc-standard parsing must lose from a configuration on.
#pragma once

#include <vector>

#include "oracles/gold.h"

namespace dodona {

/// Whether a word that gets this head has lost its own. One that may hang from anything never has.
inline bool loses_head(const Gold& gold, Node head, Node word) { return gold.head(word) != head && gold.head(word) != kNone; }

/// The least number of words of the stack and among the units of the buffer that get another head than the gold one.
///
/// Arcs that can be built one by one may exclude each other, so that this takes a search over parts of trees, in the spirit of the dynamic
/// programming of Goldberg, Sartorio and Satta (2014). Of the buffer, a word whose head and whose dependents are all in the buffer needs no
/// thought: it gets its head. Neither does one that may hang from anything, if all that it dominates is in the buffer: it can hang from
/// whatever comes before it. The others, the *units* u1 ... uq, are what the stack x1 ... xm meets. Whatever is done, there is one tree that
/// begins as the top of the stack and grows, to the left by one node of the stack and to the right by some units, until it has everything. So it is
/// described by how far it reaches on either side and by which node is on top of it.
///
///     (m, 0, xm) costs 0; from (i, j, h)
///       LEFT-ARC   h  -> x(i-1)   (i - 1, j, h)
///       RIGHT-ARC  x(i-1) -> h    (i - 1, j, x(i-1))
///       LEFT-ARC   uk -> h        (i, k, uk)          where u(j+1) ... uk hang from each other in
///       RIGHT-ARC  h  -> uk       (i, k, h)           the gold tree, each from the next
///
/// Each arc that is not gold costs 1, and (1, q, 0) is the end. The cheapest way there is looked for level by level in the cost. In the order
/// of stack and buffer, the gold tree must be projective.
/// The stack has more than the root alone.
int least_loss(const std::vector<Node>& stack, const std::vector<Node>& units, const Gold& gold, bool single_root);

/// Whether there is nothing in the stack that could be linked before something is shifted: the buffer has all its arcs to itself.
inline bool is_bare(const std::vector<Node>& stack, bool single_root) { return stack.empty() || (stack.size() == 1 && stack[0] == 0 && single_root); }

}  // namespace dodona
