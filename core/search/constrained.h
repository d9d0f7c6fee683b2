// Parsing with given arcs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/constraints/arc_constraints.h"
#include "search/parser.h"

namespace dodona {

/// What was kept of a treebank, and what was not.
struct Completion {
  Treebank treebank;
  struct Lost {
    std::size_t sentence;
    LostArc arc;
  };
  std::vector<Lost> lost;  ///< in the order of sentences and words
};

/// Gives every word a head and a label. Words with a head in `heads` (one entry per word; kNone: none) keep it, and
/// words with a label in the treebank keep that:
///
///   - A sentence that has all heads and labels, and is a tree, stays as it is, even if the system cannot build it.
///   - Arcs that no tree can contain together, or that the system cannot build, are dropped first, with their labels
///     (constraints/arc_constraints.h).
///   - All other given arcs are in the result: the best trees that a beam of this width finds (1 is greedy) by moves that
///     keep them reachable. They are built with their labels, if the model knows those.
///   - The label of a word without a head is kept if its arc can have it, or if the model does not know it.
///
/// An arc that is given without a label gets none of the labels in `shunned`, which would move it later, if another is
/// possible.
Completion complete(const Parser& parser, const Treebank& treebank, std::span<const std::int32_t> heads,
                    const std::vector<Label>& shunned, SearchOptions search, std::size_t threads,
                    const Interrupt& interrupt = {});

}  // namespace dodona
