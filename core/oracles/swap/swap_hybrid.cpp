// The static-dynamic oracle of swap-hybrid (de Lhoneux, Stymne and Nivre 2017).
#include "transitions/swap_hybrid.h"
#include "oracles/arc_hybrid.h"
#include "oracles/swap/projective_order.h"

namespace dodona {
namespace {

/// Static for SWAP and dynamic for the other moves. If s0 and b are inverted, SWAP costs 0 and every other move 1. If
/// not, SWAP costs 1, and the other moves cost the same as in arc-hybrid, with one difference: a word that has to be
/// swapped with a word of the buffer returns to the buffer, so that SHIFT costs nothing, and it keeps its arcs.
///
/// This is not exact: some moves of cost 0 lose an arc, and some of cost 1 lose none. From the initial configuration,
/// the moves of cost 0 derive every tree. core/tests/oracles/inexact_oracles_test.cpp bounds the share of wrong costs.
PreparedOracle static_dynamic_oracle(const SwapHybrid& system, const Gold& gold, float) {
  return oracle_of([system, &gold, order = ProjectiveOrder(gold)](const Configuration& c) {
    const Node s0 = c.stack(0), b = c.buffer(0);
    if (system.legal(c).has(Move::swap) && order.are_inverted(s0, b)) return binary_costs({Move::swap});
    const auto returns = [&](Node word) { return word > 0 && order.will_be_swapped(c, word); };
    Costs costs = arc_hybrid_costs(system, c, gold, returns(s0), returns(b));
    costs[index_of(Move::swap)] = 1;
    return costs;
  });
}

}  // namespace

template <>
std::span<const OracleEntry<SwapHybrid>> oracles<SwapHybrid>() {
  static constexpr OracleEntry<SwapHybrid> kTable[]{{OracleChoice::static_dynamic, static_dynamic_oracle}};
  return kTable;
}

}  // namespace dodona
