// The sequence with the fewest swaps for arc-eager parsing with SWAP.
#pragma once

#include <cstddef>

#include "oracles/projective_order.h"
#include "oracles/swap_minimal.h"
#include "transitions/swap_eager.h"

namespace dodona {

/// How many configurations at which a choice was left the search may look at, for one sentence, and how many words they may have together: a
/// configuration is as large as its sentence, and this is some 300 MB.
inline constexpr std::size_t kSwapEagerBudget = 50'000, kSwapEagerWords = 5'000'000;

/// A sequence with the fewest swaps among those that swap only what the projective order admits, as MINIMAL is one of swap-standard. It has
/// been as many for every tree that was tried.
///
/// LEFT-ARC is made as soon as it can be, and RIGHT-ARC if it leaves no word in the way of others: what is linked needs no swap. Where
/// RIGHT-ARC would be in the way, where a word could wait for its head in the stack although it is not in order, and where two words
/// could be swapped, the search tries all: level by level in the number of swaps that are no must (must_swap.h, which is about swap-standard; the tests
/// say that it holds here as well), depth first within a level. If it finds nothing within its budget, there are no moves.
Derivation minimal_derivation(const SwapEager& system, const Gold& gold, const ProjectiveOrder& order, std::size_t budget = kSwapEagerBudget);

/// What tells the configurations of a tree's derivations apart: the buffer, and the stack with whether its words have heads.
std::u32string key_of_derivation(const Configuration& c);

}  // namespace dodona
