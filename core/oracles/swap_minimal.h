// The MINIMAL oracle for swap-standard parsing (Björkelund and Nivre 2015, section 4.2).
#pragma once

#include <cstddef>
#include <vector>

#include "oracles/projective_order.h"

namespace dodona {

/// How many configurations at which a choice was left the search may look at, for one sentence of up to 200 words; the longer it is, the fewer,
/// which bounds the memory to about 200 MB. docs/science/swap-oracles.md says how far it goes.
inline constexpr std::size_t kMinimalBudget = 100'000;

/// A sequence of moves that derives a tree.
struct Derivation {
  std::vector<Move> moves;
  std::size_t swaps = 0;
  std::size_t choices = 0;  ///< how many configurations with a choice the search has looked at
  bool within_budget = true;  ///< if not, this is the best sequence that was found, and others may have fewer swaps
};

/// The sequence of LAZY, and that of EAGER.
Derivation lazy_derivation(const Gold& gold, Root root, const ProjectiveOrder& order);
Derivation eager_derivation(const Gold& gold, Root root, const ProjectiveOrder& order);

/// A sequence with the fewest swaps among all that swap only what the projective order admits (the paper's footnote 3).
///
/// The paper goes depth first through the lattice of all correct sequences and gives up what is longer than the best so far. That
/// takes too long where many words cross. Here the search goes through ND-SW's lattice only, level by level in the number of swaps that are
/// no must (must_swap.h) and depth first within a level; a configuration that was there before is not looked at again, and
/// the limit is what LAZY needs, or a sequence that shifts whenever it can. What comes to the end first has the fewest swaps. ND-ALL's lattice has no sequence with
/// fewer: an arc that waits can only make for more swaps. (If a word is attached earlier, all other moves can be made as
/// before, without those swaps in which it took part.)
///
/// Where the budget does not suffice, and for sentences of more than 1,000 words or with more than 2,000 swaps, it is the best sequence of those and of the one that
/// order_of_going.h finds, and the sentence counts as over budget. benchmarks/fewest_swaps.py checks such sentences with a constraint solver.
Derivation minimal_derivation(const Gold& gold, Root root, const ProjectiveOrder& order, std::size_t budget = kMinimalBudget);

}  // namespace dodona
