// Parsing best-first: the most probable tree of each sentence.
#pragma once

#include <cstdint>
#include <vector>

#include "search/parser.h"

namespace dodona {

/// The trees of some sentences, and of each sentence:
struct MostProbable {
  Trees trees;
  std::vector<double> scores;        ///< the log-probability of the tree's transitions
  std::vector<std::uint8_t> proven;  ///< whether no other sequence of transitions is more probable
  std::vector<std::int64_t> scored;  ///< how many configurations were scored
};

/// The trees of the most probable sequences of transitions, at a temperature above 0 and without a bonus for SWAP. The
/// beam's is found first, so that best-first search need only look for a more probable one; it is kept if there is
/// none, or if `most` hypotheses of the agenda are not enough. The result does not depend on the number of threads.
MostProbable most_probable(const Parser& parser, const Treebank& treebank, std::size_t most, SearchOptions search,
                           std::size_t threads, const Interrupt& interrupt = {});

}  // namespace dodona
