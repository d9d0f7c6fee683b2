// The lattice of the derivations of a tree (Björkelund and Nivre 2015, Figures 2 and 4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "oracles/swap/projective_order.h"

namespace dodona {

/// The configurations, and the transitions between them, that a non-deterministic oracle allows. Derivations that lead
/// to the same stack and buffer, and so to the same arcs, share a configuration. Stacks and buffers are not stored: any
/// path from the initial configuration gives them.
struct Lattice {
  using Place = std::uint32_t;
  struct Transition {
    Place before, after;
    Move move;
  };

  std::size_t configurations() const { return columns.size(); }

  /// For each configuration the length of the longest path to it: two paths differ in length by the swaps that one of
  /// them does not need. Configurations are sorted by column, so that every transition leads to a later one; the first
  /// is the initial, the last the terminal one.
  std::vector<Place> columns;
  /// Sorted by `before`.
  std::vector<Transition> transitions;
  /// The least number of swaps of a derivation.
  std::size_t fewest_swaps = 0;
};

/// `nd_all_moves` or `nd_sw_moves`.
using AllowedMoves = MoveSet (*)(const Configuration&, const Gold&, const ProjectiveOrder&);

/// The lattice of a tree; none if it has more than `limit` configurations, whose number can grow exponentially with the
/// length of the sentence. `poll` is called from time to time and may throw. ND-ALL never swaps in a projective tree:
/// there the lattice is also that of arc-standard.
std::optional<Lattice> lattice_of(
    const Gold& gold, Root root, AllowedMoves allowed, std::size_t limit, const std::function<void()>& poll = [] {});

}  // namespace dodona
