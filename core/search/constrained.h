// Parsing around arcs that are there already.
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

/// Gives a head to every word, words that have one in `heads` keeping it (kNone for the others, one entry a word), and
/// a label, words that have one in the treebank keeping that:
///
///   - A sentence in which all words have heads and labels, and which is a tree, is left alone, even if the system has no such trees.
///   - Arcs that no tree can have together, or none that the system builds, are dropped before (constraints/arc_constraints.h), with their labels.
///   - All others are in the trees, which are the best that a beam of this width finds (1 is greedy) with moves that keep
///     them within reach (the same file). While it searches, it builds them with their labels, if the model knows those.
///   - The label of a word without a head is kept if the arc that the word gets can have it, or if the model does not know it.
///
/// Where a head is kept and no label is given, the label is none of `shunned`, if another is possible: labels that move
/// an arc later.
Completion complete(const Parser& parser, const Treebank& treebank, std::span<const std::int32_t> heads,
                    const std::vector<Label>& shunned, SearchOptions search, std::size_t threads,
                    const Interrupt& interrupt = {});

}  // namespace dodona
