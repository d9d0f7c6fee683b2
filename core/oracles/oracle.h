// The oracle as a choice.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "oracles/costs.h"
#include "transitions/system.h"

namespace dodona {

/// The oracles. `static_dynamic` is that of swap-hybrid and swap-eager, those from `eager` on are for swap-standard; swap-eager has a `minimal`, too.
enum class OracleChoice : std::uint8_t { static_, dynamic, static_dynamic, eager, lazy, minimal, nd_sw, nd_all, nd_dynamic };

/// An oracle with what it has prepared for one gold tree: a projective order, or a whole sequence.
class SentenceOracle {
 public:
  virtual ~SentenceOracle() = default;
  /// The cost of every legal move, with the best label. The sentence must not be done.
  virtual Costs costs(const Configuration& c) const = 0;
  /// What a label costs in addition, for a move that builds an arc. `gold` is the tree that the oracle was prepared for.
  virtual float cost_of_label(const Configuration&, Move, Arc arc, Label label, const Gold& gold, float label_cost) const {
    return dodona::cost_of_label(gold, arc, label, label_cost);
  }
};

/// The oracles that a system has.
std::vector<OracleChoice> oracles_of(const TransitionSystem& system);

/// Whether an oracle knows what moves cost wherever a parser may have gone, not only on its own way.
constexpr bool is_dynamic(OracleChoice choice) { return choice == OracleChoice::dynamic || choice == OracleChoice::static_dynamic || choice == OracleChoice::nd_dynamic; }

/// The oracle of a system that knows most: a dynamic one if it has one, or else the one that allows most.
OracleChoice widest_oracle(const TransitionSystem& system);

/// An oracle for a tree, which must outlive it. Where `nd_dynamic` would have to look ahead too far, it is `lazy`. Throws std::invalid_argument if
/// the system has no such oracle.
std::unique_ptr<const SentenceOracle> oracle_for(OracleChoice choice, const TransitionSystem& system, const Gold& gold, float label_cost);

}  // namespace dodona
