// The dynamic oracle of arc-hybrid (Goldberg and Nivre 2013, section 4.2).
#pragma once

#include "oracles/oracle.h"
#include "transitions/arc_hybrid.h"

namespace dodona {

/// The cost of every move is the number of gold arcs that were reachable before it and are not after it: arc-hybrid is
/// arc-decomposable, so all arcs that are reachable one by one are reachable together. Arcs from the root are no
/// exception, since every word gets its head by a move.
///
/// With SWAP (swap/swap_hybrid.cpp) s0 or b may have to be swapped later, which puts it back into the buffer. Then its
/// arcs to words of the stack are reachable, too. Without SWAP neither returns.
///
/// For projective gold trees (with `single_root`, for those with one root) costs are exact:
/// core/tests/oracles/dynamic_oracles_test.cpp checks it exhaustively. For others they are based on a lower bound of
/// the loss, as in arc_eager.h.
Costs arc_hybrid_costs(const ArcHybrid& system, const Configuration& c, const Gold& gold, bool s0_returns = false,
                       bool b_returns = false);

}  // namespace dodona
