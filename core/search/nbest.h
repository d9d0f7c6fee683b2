// Parsing with a beam: the best trees of each sentence.
#pragma once

#include <cstdint>
#include <vector>

#include "search/parser.h"

namespace dodona {

/// Some trees for each sentence, best first.
struct NBest {
  std::vector<std::int64_t> counts;  ///< how many trees each sentence has
  /// One a tree: the sum of its transitions' scores, as the learner had them; or the logarithm of its probability, with
  /// what swaps are worth (SearchOptions).
  std::vector<double> scores;
  Trees trees;  ///< tree after tree
};

/// Up to `n` trees of each sentence, all different, that a beam has at the end: so never more than it is wide. There is
/// always one. The result does not depend on the number of threads.
NBest nbest(const Parser& parser, const Treebank& treebank, std::size_t n, SearchOptions search, std::size_t threads,
            const Interrupt& interrupt = {});

/// A treebank in which every sentence stands as often as it has trees.
Treebank with_nbest(const Parser& parser, const Treebank& treebank, NBest& found);

}  // namespace dodona
