// Few swaps, by the order in which words go.
#pragma once

#include <cstddef>

#include "oracles/swap_minimal.h"

namespace dodona {

/// How many rows of words are followed at a time, fewer if they are long, and how long a row may be.
inline constexpr std::size_t kRowsAtATime = 100, kLongestRow = 1000;

/// A sequence for swap-standard with few swaps, often the fewest, found without looking at stacks and buffers; no moves if there is too
/// much to look at.
///
/// The order in which words go says what is swapped (rows.h). This is a beam search over such orders: of all rows with as many words, those with the
/// fewest swaps so far are followed.
Derivation derivation_by_going(const Gold& gold, Root root, const ProjectiveOrder& order, std::size_t width = kRowsAtATime);

}  // namespace dodona
