// The best tree that can still be built, whatever has been built before.
#pragma once

#include <vector>

#include "oracles/gold.h"

namespace dodona {

/// Where swaps can bring any two words together, every gold arc between nodes that are both still there (in the stack or in the
/// buffer) can be had. What is gone keeps the head that it got. A word whose gold head is gone is lost anyway and may hang
/// from anything; so that the whole stays a tree, and as near to the gold one as may be, it takes the place of what it
/// has swallowed:
///
/// Words that are still there hang together by gold arcs in groups, and each has a subtree of what is gone. Of all nodes of a
/// group and its subtrees let m be one that is nearest to the root in the gold tree. Then m's gold head is in another
/// group, nearer still, and the group's topmost word is hung from whatever of that is there. Each group hangs from one whose
/// m is nearer to the root, so that there are no cycles.
///
/// `best_heads` gives the heads of all words; it is the gold tree as long as no arc has been lost.
std::vector<std::int32_t> best_heads(const Configuration& c, const Gold& gold, const std::vector<std::int32_t>& depths);

}  // namespace dodona
