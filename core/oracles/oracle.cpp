#include "oracles/oracle.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "oracles/arc_eager_dynamic.h"
#include "oracles/arc_eager_static.h"
#include "oracles/arc_hybrid_dynamic.h"
#include "oracles/arc_standard_dynamic.h"
#include "oracles/arc_standard_static.h"
#include "oracles/swap_dynamic.h"
#include "oracles/swap_eager.h"
#include "oracles/swap_eager_minimal.h"
#include "oracles/swap_eager_static_dynamic.h"
#include "oracles/swap_hybrid_static_dynamic.h"
#include "oracles/swap_lazy.h"
#include "oracles/swap_minimal.h"
#include "oracles/swap_nondeterministic.h"
#include "oracles/way.h"

namespace dodona {
namespace {

using Prepared = std::unique_ptr<const SentenceOracle>;

// An oracle that prepares nothing, or has prepared it: `costs(configuration)` says it all.
template <class F>
Prepared costing(F costs) {
  struct Costing : SentenceOracle {
    explicit Costing(F f) : ask(std::move(f)) {}
    Costs costs(const Configuration& c) const override { return ask(c); }
    F ask;
  };
  return std::make_unique<Costing>(std::move(costs));
}

// An oracle that allows some moves and no others: `moves(bare configuration)` says which. Where it allows none that is legal,
// which is off its way, it guesses.
template <class F>
Prepared allowing(const TransitionSystem& system, const Gold& gold, F moves) {
  return costing([system, &gold, moves = std::move(moves)](const Configuration& c) {
    const MoveSet legal = system.legal(c), allowed = moves(BareConfiguration(c, gold));
    Costs costs;
    costs.fill(1);
    bool any = false;
    for (const Move move : kAllMoves) {
      if (!legal.has(move) || !allowed.has(move)) continue;
      costs[index_of(move)] = 0;
      any = true;
    }
    if (!any) costs[index_of(*std::ranges::find_if(kAllMoves, [&](Move move) { return legal.has(move); }))] = 0;
    return costs;
  });
}

Prepared arc_eager(OracleChoice choice, const ArcEager& system, const Gold& gold, float label_cost) {
  if (choice == OracleChoice::static_) return costing([&gold, oracle = ArcEagerStaticOracle(system)](const Configuration& c) { return oracle.costs(c, gold); });
  return costing([&gold, oracle = ArcEagerDynamicOracle(system, label_cost)](const Configuration& c) { return oracle.costs(c, gold); });
}

Prepared arc_standard(OracleChoice choice, const ArcStandard& system, const Gold& gold) {
  if (choice == OracleChoice::static_)
    return allowing(system, gold, [&gold](const BareConfiguration& c) { return MoveSet{arc_standard_static_move(c, gold)}; });
  return costing([oracle = ArcStandardDynamicOracle(system, gold)](const Configuration& c) { return oracle.costs(c); });
}

Prepared minimal(const SwapStandard& system, const Gold& gold, ProjectiveOrder order) {
  Way way;
  BareConfiguration at(gold, system.root());
  for (const Move move : minimal_derivation(gold, system.root(), order).moves) {
    way.add(at.key(), move);
    at.apply(move);
  }
  return allowing(system, gold, [&gold, order = std::move(order), way = std::move(way)](const BareConfiguration& c) {
    const std::optional<Move> made = way[c.key()];
    return MoveSet{made ? *made : swap_eager_move(c, gold, order)};
  });
}

// At every step nd-dynamic looks as far ahead as the end. Where hundreds of words cross that would take hours.
constexpr std::size_t kLongestWay = 5000;

bool is_too_far(const Gold& gold, Root root) {
  const auto words = static_cast<std::size_t>(gold.words());
  const std::size_t longest = 2 * words + words * words / 2;  // if all pairs are swapped
  return longest > kLongestWay && eager_derivation(gold, root, ProjectiveOrder::nearest(gold)).moves.size() > kLongestWay;
}

Prepared swap_standard(OracleChoice choice, const SwapStandard& system, const Gold& gold) {
  ProjectiveOrder order(gold);
  if (choice == OracleChoice::nd_dynamic && is_too_far(gold, system.root())) choice = OracleChoice::lazy;
  switch (choice) {
    case OracleChoice::lazy:
      return allowing(system, gold, [&gold, order, components = projective_components(gold, system.root())](const BareConfiguration& c) {
        return MoveSet{swap_lazy_move(c, gold, order, components)};
      });
    case OracleChoice::minimal: return minimal(system, gold, std::move(order));
    case OracleChoice::nd_sw: return allowing(system, gold, [&gold, order](const BareConfiguration& c) { return nd_sw_moves(c, gold, order); });
    case OracleChoice::nd_dynamic: return costing([oracle = SwapDynamicOracle(system, gold)](const Configuration& c) { return oracle.costs(c); });
    case OracleChoice::nd_all: return allowing(system, gold, [&gold, order](const BareConfiguration& c) { return nd_all_moves(c, gold, order); });
    default: return allowing(system, gold, [&gold, order](const BareConfiguration& c) { return MoveSet{swap_eager_move(c, gold, order)}; });
  }
}

Prepared swap_eager(OracleChoice choice, const SwapEager& system, const Gold& gold, float label_cost) {
  Way way;
  if (choice == OracleChoice::minimal) {
    Configuration at;
    system.start(at, gold.words());
    for (const Move move : minimal_derivation(system, gold, ProjectiveOrder(gold)).moves) {
      way.add(key_of_derivation(at), move);
      system.apply(at, move, 0);
    }
  }
  return costing([way = std::move(way), oracle = SwapEagerStaticDynamicOracle(system, gold, label_cost)](const Configuration& c) {
    const std::optional<Move> made = way.empty() ? std::nullopt : way[key_of_derivation(c)];
    if (!made) return oracle.costs(c);
    Costs costs;
    costs.fill(1);
    costs[index_of(*made)] = 0;
    return costs;
  });
}

}  // namespace

std::vector<OracleChoice> oracles_of(const TransitionSystem& system) {
  using enum OracleChoice;
  if (system.as<ArcHybrid>() != nullptr) return {dynamic};
  if (system.as<SwapHybrid>() != nullptr) return {static_dynamic};
  if (system.as<SwapEager>() != nullptr) return {minimal, static_dynamic};
  if (system.as<SwapStandard>() != nullptr) return {eager, lazy, minimal, nd_sw, nd_all, nd_dynamic};
  return {static_, dynamic};
}

OracleChoice widest_oracle(const TransitionSystem& system) {
  if (system.as<SwapStandard>() != nullptr) return OracleChoice::nd_dynamic;
  return system.moves().has(Move::swap) ? OracleChoice::static_dynamic : OracleChoice::dynamic;
}

Prepared oracle_for(OracleChoice choice, const TransitionSystem& system, const Gold& gold, float label_cost) {
  if (std::ranges::count(oracles_of(system), choice) == 0) throw std::invalid_argument("the transition system has no such oracle");
  if (const auto* eager = system.as<ArcEager>()) return arc_eager(choice, *eager, gold, label_cost);
  if (const auto* standard = system.as<ArcStandard>()) return arc_standard(choice, *standard, gold);
  if (const auto* swap = system.as<SwapStandard>()) return swap_standard(choice, *swap, gold);
  if (const auto* hybrid = system.as<ArcHybrid>())
    return costing([&gold, oracle = ArcHybridDynamicOracle(*hybrid)](const Configuration& c) { return oracle.costs(c, gold); });
  if (const auto* eager = system.as<SwapEager>()) return swap_eager(choice, *eager, gold, label_cost);
  return costing([oracle = SwapHybridStaticDynamicOracle(*system.as<SwapHybrid>(), gold)](const Configuration& c) { return oracle.costs(c); });
}

}  // namespace dodona
