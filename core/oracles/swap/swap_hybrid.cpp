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
class SwapHybridStaticDynamicOracle : public SentenceOracle {
 public:
  SwapHybridStaticDynamicOracle(const SwapHybrid& system, const Gold& gold)
      : system_(system), gold_(gold), order_(gold) {}

  Costs costs(const Configuration& c) const override {
    const Node s0 = c.stack(0), b = c.buffer(0);
    if (system_.legal(c).has(Move::swap) && order_.are_inverted(s0, b)) {
      Costs costs;
      costs.fill(1);
      costs[index_of(Move::swap)] = 0;
      return costs;
    }
    const auto returns = [&](Node word) { return word > 0 && order_.will_be_swapped(c, word); };
    Costs costs = arc_hybrid_costs(system_, c, gold_, returns(s0), returns(b));
    costs[index_of(Move::swap)] = 1;
    return costs;
  }

 private:
  SwapHybrid system_;
  const Gold& gold_;
  ProjectiveOrder order_;
};

}  // namespace

template <>
std::span<const OracleEntry<SwapHybrid>> oracles<SwapHybrid>() {
  static constexpr OracleEntry<SwapHybrid> kTable[]{
      {OracleChoice::static_dynamic, make_oracle<SwapHybridStaticDynamicOracle>}};
  return kTable;
}

}  // namespace dodona
