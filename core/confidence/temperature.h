// The loss on gold trees at some temperatures; src/dodona/confidence/fitting.py chooses the best one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/parser.h"

namespace dodona {

/// The mean of -log P(Y | configuration) over the decisions of a greedy parse, where Y is the set of zero-cost
/// transitions, at each of some temperatures (Goldberg 2013, section 3.1). The treebank's trees should be projective.
std::vector<double> losses_at(const Parser& parser, const Treebank& treebank, std::span<const float> temperatures,
                              std::size_t threads, const Interrupt& interrupt = {});

}  // namespace dodona
