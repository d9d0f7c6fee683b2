// How many swaps no derivation of a tree can do without.
#pragma once

#include <cstddef>

#include "oracles/projective_order.h"

namespace dodona {

/// A number of swaps that every derivation has if it swaps only what the projective order admits; `enough` if there are so many, which is not
/// looked beyond. Looks at rows of words (rows.h) no more than `budget` times, if they are long less often, and says less if more had to be seen.
///
/// Words make lists: runs of the projective order that stand in the text as they do there. What is swapped is of different lists. Two lists by themselves, with what
/// they hang from and nothing else, take so many swaps at least, and as no swap is between two pairs of lists, these numbers add up. But pairs may be
/// in each other's way: whatever saves a swap between the first and the second list costs one between the second and the third. So pairs are put together in groups, the swaps of all pairs of a
/// group are counted together, and wherever two groups take more swaps together than apart they become one.
std::size_t swaps_at_least(const Gold& gold, Root root, const ProjectiveOrder& order, std::size_t enough, std::size_t budget);

}  // namespace dodona
