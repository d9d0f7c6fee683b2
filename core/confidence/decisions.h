// The decisions of a greedy parse, with their probabilities.
#pragma once

#include <cstdint>
#include <vector>

#include "search/parser.h"

namespace dodona {

/// The transitions of some sentences' greedy parses.
struct Decisions {
  std::vector<std::int64_t> begin;         ///< the first decision of each sentence, and the end
  std::vector<std::uint16_t> transitions;  ///< which transition was made
  /// Its probability: the softmax of the scores over all legal transitions. It is meaningful if the learner's scores
  /// are logarithms of probabilities.
  std::vector<float> probabilities;
  /// Its cost above that of the cheapest legal transition, if there are gold trees.
  std::vector<float> costs;
  /// For each word the decision that attached it, counted in its sentence; -1 if none did and
  /// it was attached to the root at the end.
  std::vector<std::int32_t> made_by;
  Trees trees;
};

/// Parses a treebank greedily and records every decision. With `costs`, its own trees are the gold trees; they should
/// be projective, since only then costs are exact. The trees are those of `Parser::trees`, and the result does not
/// depend on the number of threads.
Decisions decisions(const Parser& parser, const Treebank& treebank, bool costs, std::size_t threads,
                    const Interrupt& interrupt = {});

}  // namespace dodona
