// Whether a tree can still be derived, and after a SHIFT (Björkelund and Nivre 2015, Algorithm 2).
#pragma once

#include "oracles/projective_order.h"

namespace dodona {

/// Tries a SHIFT and goes on as EAGER does: if that comes to a dead end, so would everything else. When the stack has come
/// down to one word the tree can be derived, and there is no need to go on (the paper's footnote 2).
bool can_shift(BareConfiguration c, const Gold& gold, const ProjectiveOrder& order);

/// Goes on as EAGER does, to the end: after swaps that were none of its own, one word in the stack does not tell.
bool can_derive(BareConfiguration c, const Gold& gold, const ProjectiveOrder& order);

}  // namespace dodona
