// MINIMAL: derivations with the fewest swaps (Björkelund and Nivre 2015, section 4.2), for swap-standard and
// swap-eager.
#pragma once

#include <cstddef>

#include "oracles/swap/projective_order.h"
#include "transitions/swap_eager.h"
#include "transitions/swap_standard.h"

namespace dodona {

/// The largest number of configurations with a choice that the search visits in a sentence of fewer than 200 words of
/// swap-standard; fewer in longer ones, which bounds the memory to about 200 MB. docs/science/swap-oracles.md has
/// measurements.
inline constexpr std::size_t kMinimalBudget = 100'000;

/// A derivation with the fewest swaps among all that swap only inverted words (footnote 3 of the paper).
///
/// The paper searches the lattice of all derivations depth first, and prunes those that are longer than the best so
/// far. That takes too long where many words cross. Here the search is restricted to the lattice of ND-SW, goes level
/// by level in the number of swaps that are not necessary, depth first within a level, and visits no configuration
/// twice; its upper bound is LAZY or a derivation that shifts whenever it can. The first derivation that it completes
/// has the fewest swaps. The lattice of ND-ALL has none with fewer: an arc that waits can only add swaps. (If a word is
/// attached earlier, all other moves can be made as before, without the swaps that involve the word.)
///
/// Where the budget does not suffice, and for sentences of more than 1,000 words or with more than 2,000 swaps, this is
/// the best of these upper bounds and of attachment_order.h, and `within_budget` is false. benchmarks/fewest_swaps.py
/// checks such sentences with a constraint solver.
Derivation minimal_derivation(const Gold& gold, Root root, const ProjectiveOrder& order,
                              std::size_t budget = kMinimalBudget);

/// The budget for swap-eager, and the most words that its configurations may have together: a configuration is as large
/// as its sentence, and this is some 300 MB.
inline constexpr std::size_t kSwapEagerBudget = 50'000, kSwapEagerWords = 5'000'000;

/// The same for swap-eager. For every tree that was tried, the number of swaps is that of swap-standard.
///
/// LEFT-ARC is made as soon as possible, and RIGHT-ARC if the word is in the way of no swap: attached words need none.
/// The search branches where RIGHT-ARC may block a swap, where an inverted word may wait for its head in the stack, and
/// where two words may be swapped. Without a derivation within the budget there are no moves.
Derivation minimal_derivation(const SwapEager& system, const Gold& gold, const ProjectiveOrder& order,
                              std::size_t budget = kSwapEagerBudget);

/// The oracle that follows the minimal derivation: its move costs 0, all others 1. In other configurations it is EAGER
/// in swap-standard, and the static-dynamic oracle in swap-eager.
PreparedOracle minimal_oracle(const SwapStandard& system, const Gold& gold, float label_cost);
PreparedOracle minimal_oracle(const SwapEager& system, const Gold& gold, float label_cost);

}  // namespace dodona
