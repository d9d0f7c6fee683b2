// Parsing with a beam: the best trees of each sentence.
#pragma once

#include <cstdint>
#include <vector>

#include "search/parser.h"

namespace dodona {

/// Some trees for each sentence, best first.
struct NBest {
  std::vector<std::int64_t> counts;  ///< how many trees each sentence has
  /// One a tree: the sum of its transitions' scores, in the learner's unit; or, at a temperature, the logarithm of its
  /// probability, with the bonus of swaps (SearchOptions).
  std::vector<double> scores;
  Trees trees;  ///< tree after tree
};

/// Up to `n` different trees of each sentence, from the hypotheses that a beam has at the end: never more than it is
/// wide, and at least one. The result does not depend on the number of threads.
NBest nbest(const Parser& parser, const Treebank& treebank, std::size_t n, SearchOptions search, std::size_t threads,
            const Interrupt& interrupt = {});

/// A treebank that repeats every sentence for each of its trees.
Treebank with_nbest(const Parser& parser, const Treebank& treebank, NBest& found);

}  // namespace dodona
