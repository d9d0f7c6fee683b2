// A parse told decision by decision, with the probability of each.
#pragma once

#include <cstdint>
#include <vector>

#include "search/parser.h"

namespace dodona {

/// What a greedy parser did in some sentences, and how sure it was.
struct Decisions {
  std::vector<std::int64_t> begin;         ///< the first decision of each sentence, and the end
  std::vector<std::uint16_t> transitions;  ///< which transition was made
  /// Its probability: the exponential of its score's share in those of all legal transitions. It means
  /// something if the learner's scores are logarithms of probabilities.
  std::vector<float> probabilities;
  /// What it cost more than the cheapest legal transition, if there are trees to compare with.
  std::vector<float> costs;
  /// For each word the decision that attached it, counted in its sentence; -1 if it was left over and got the
  /// root for a head at the end.
  std::vector<std::int32_t> made_by;
  Trees trees;
};

/// Parses a treebank and keeps account of it. With `costs` its own trees are compared with; they should be
/// projective, since only then costs are exact. The trees are those of `Parser::trees`, and the result does
/// not depend on the number of threads.
Decisions decisions(const Parser& parser, const Treebank& treebank, bool costs, std::size_t threads,
                    const Interrupt& interrupt = {});

}  // namespace dodona
