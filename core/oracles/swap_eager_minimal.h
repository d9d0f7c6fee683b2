// The sequence with the fewest swaps for arc-eager parsing with SWAP.
#pragma once

#include <cstddef>

#include "oracles/projective_order.h"
#include "oracles/swap_minimal.h"
#include "transitions/swap_eager.h"

namespace dodona {

/// How many configurations at which a choice was left the search may look at, for one sentence.
inline constexpr std::size_t kSwapEagerBudget = 20'000;

/// A sequence with the fewest swaps among those that swap only what the projective order admits, as MINIMAL is one of swap-standard.
///
/// Arcs by which a word goes for good, and REDUCE, are made as soon as they can be: what is gone needs no swap. Where RIGHT-ARC would leave a word in
/// the way of others, where a word could wait in the stack for its head while it is not in order, and where two words could be swapped, the search tries
/// all; level by level in the number of swaps, depth first within a level. If it finds nothing within its budget, there are no moves.
Derivation minimal_derivation(const SwapEager& system, const Gold& gold, const ProjectiveOrder& order, std::size_t budget = kSwapEagerBudget);

/// What tells the configurations of a tree's derivations apart: the buffer, and the stack with whether its words have heads.
std::u32string key_of_derivation(const Configuration& c);

}  // namespace dodona
