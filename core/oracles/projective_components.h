// Maximal projective components (Nivre, Kuhlmann and Hall 2009).
#pragma once

#include <vector>

#include "oracles/bare.h"

namespace dodona {

/// For each node the highest one of its component: the subtrees that are there when Algorithm 1, without SWAP, can go on
/// no more.
std::vector<Node> projective_components(const Gold& gold, Root root);

}  // namespace dodona
