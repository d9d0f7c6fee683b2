// The dynamic oracle for arc-standard parsing (Goldberg, Sartorio and Satta 2014).
#pragma once

#include <vector>

#include "oracles/costs.h"
#include "transitions/arc_standard.h"

namespace dodona {

/// Arc-standard is not arc-decomposable: arcs that can be built one by one may exclude each other. The loss of the best tree that
/// can still be reached is found by dynamic programming, over the stack and what the buffer looks like from there, in the
/// spirit of the paper.
///
/// Of the buffer, a word whose head and whose dependents are all in the buffer needs no thought: it gets its head. Neither does one
/// that may hang from anything, if all that it dominates is in the buffer: it can hang from whatever comes before it. The others,
/// the *units* u1 ... uq, are what the stack x1 ... xm meets. Whatever is done, there is one tree that begins as the top of the
/// stack and grows, to the left by one node of the stack and to the right by some units, until it has everything. So it is
/// described by how far it reaches on either side and by which node is on top of it.
///
///     (m, 0, xm) costs 0; from (i, j, h)
///       LEFT-ARC   h  -> x(i-1)   (i - 1, j, h)
///       RIGHT-ARC  x(i-1) -> h    (i - 1, j, x(i-1))
///       LEFT-ARC   uk -> h        (i, k, uk)          where u(j+1) ... uk hang from each other in
///       RIGHT-ARC  h  -> uk       (i, k, h)           the gold tree, each from the next
///
/// Each arc that is not gold costs 1, and (1, q, 0) is the end. For projective gold trees (with `single_root`, for those with one
/// root) costs are exact: core/tests/dynamic_oracles_test.cpp shows it by exhaustion. For others they are a guess.
class ArcStandardDynamicOracle {
 public:
  /// The gold tree must outlive this.
  ArcStandardDynamicOracle(const ArcStandard& system, const Gold& gold);

  /// The cost of every legal move, with the best label.
  Costs costs(const Configuration& c) const;

 private:
  // Whether a word that gets this head has lost its own.
  bool loses(Node head, Node word) const { return gold_.head(word) != head && gold_.head(word) != kNone; }
  // The least that the words of the stack and the buffer can lose.
  int loss(const std::vector<Node>& stack, const std::vector<Node>& units) const;
  // The units of a buffer that begins with its i-th node.
  std::vector<Node> units(const Configuration& c, std::size_t i) const;

  ArcStandard system_;
  const Gold& gold_;
  std::vector<Node> first_;  // of what each node dominates
};

}  // namespace dodona
