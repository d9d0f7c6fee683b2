// The lattice of the sequences that derive a tree (Björkelund and Nivre 2015, Figures 2 and 4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "oracles/projective_order.h"

namespace dodona {

/// Configurations and the transitions between them that a non-deterministic oracle allows. Sequences that come to the same
/// stack and buffer, and so to the same arcs, meet in one configuration. What a configuration looks like is not kept: any
/// sequence from the first one to it tells.
struct Lattice {
  using Place = std::uint32_t;
  struct Transition {
    Place before, after;
    Move move;
  };

  std::size_t configurations() const { return columns.size(); }

  /// For each configuration the most transitions that lead to it: two ways to it differ in length by the swaps that one of
  /// them does without. Configurations are sorted by column, so that every transition leads to a later one; the first is the
  /// initial, the last the terminal one.
  std::vector<Place> columns;
  /// In the order of the configurations that they lead away from.
  std::vector<Transition> transitions;
  /// How many swaps the sequence has that has the fewest.
  std::size_t fewest_swaps = 0;
};

/// `nd_all_moves` or `nd_sw_moves`.
using AllowedMoves = MoveSet (*)(const BareConfiguration&, const Gold&, const ProjectiveOrder&);

/// The lattice of a tree; nothing if it has more than `limit` configurations, whose number can grow exponentially with the length of
/// the sentence. `between` is called from time to time and may throw. ND-ALL never swaps in a projective tree: its lattice is that of
/// arc-standard, too.
std::optional<Lattice> lattice_of(const Gold& gold, Root root, AllowedMoves allowed, std::size_t limit,
                                  const std::function<void()>& between = [] {});

}  // namespace dodona
