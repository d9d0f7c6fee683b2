// Arc constraints: arcs that a parse must contain. Which of them are compatible, and which moves keep them reachable.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "oracles/gold.h"
#include "transitions/system.h"

namespace dodona {

/// Why a constraint, or the label of one, is dropped. `other` of LostArc is the word whose arc conflicts with it, if
/// there is one.
enum class Conflict : std::uint8_t {
  cycle,    ///< it is part of a cycle
  crosses,  ///< it crosses the arc of `other`: no projective tree has both
  covers,   ///< nor if one arc covers the head of its own head, where the other arc begins
  root,     ///< `other` is already attached to the root, and only one word may be
  label,    ///< the system cannot build the arc that the word got with this label
  search,   ///< the search found no tree with it
};

struct LostArc {
  Node word;
  Conflict why;
  Node other;
};

/// Removes from `heads` (one per word, kNone for an unconstrained word) the arcs that no tree can contain together: no
/// projective tree if `projective`, no tree with one root if `single_root`. In this order:
///
///   1. From each cycle, the arc of its last word.
///   2. Of crossing arcs, the one that conflicts with most others, until there are no conflicts; of several the
///      longest, where an arc from the root counts as the shortest; of several the arc of the last word.
///   3. Of several words attached to the root, all but the first.
///
/// The rest is part of such a tree: core/tests/search/arc_constraints_test.cpp checks it exhaustively.
std::vector<LostArc> drop_conflicts(std::vector<std::int32_t>& heads, bool projective, bool single_root);

/// The moves that keep all constraints of one sentence reachable, in any configuration that such moves lead to. There
/// is always one.
class ArcConstraints {
 public:
  virtual ~ArcConstraints() = default;
  virtual MoveSet allowed(const SharedConfiguration& c) = 0;
};

/// `kept` is a partial tree that the system can build (see `drop_conflicts`), and must outlive the result.
///
/// Without SWAP a move is allowed if its cost is 0 for the dynamic oracle of the partial tree. This is exact: every
/// tree with these arcs that the system can build remains reachable.
///
/// With SWAP a move is allowed if one of a few completions from the resulting configuration builds all constraints.
/// This is sound, but not complete: some moves that would also do are left out.
std::unique_ptr<ArcConstraints> arc_constraints(const TransitionSystem& system, const Gold& kept);

}  // namespace dodona
