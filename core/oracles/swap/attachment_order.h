// Beam search over attachment orders: an upper bound on the number of swaps.
#pragma once

#include <cstddef>

#include "oracles/swap/projective_order.h"

namespace dodona {

/// The width of the beam, less for long sentences, and the most words that it is run for.
inline constexpr std::size_t kAttachmentBeam = 100, kMostUnattached = 1000;

/// A derivation of swap-standard with few swaps, often the fewest. Has no moves if too many words need swaps.
///
/// The search ignores stack and buffer. Its states are sequences of unattached words. A word whose dependents are all
/// attached can be attached once it is adjacent to its head. The words between the two must be swapped away: to the
/// left if they come before both in the projective order, to the right if they come after both. (Words that belong
/// between them must be attached first.) So the order of attachments determines the swaps, and more swaps than these
/// would be of no use. Words adjacent to their heads are attached at once: an attached word is never swapped. Of all
/// states with the same number of unattached words, the beam keeps those with the fewest swaps.
Derivation attachment_order_derivation(const Gold& gold, Root root, const ProjectiveOrder& order,
                                       std::size_t beam = kAttachmentBeam);

}  // namespace dodona
