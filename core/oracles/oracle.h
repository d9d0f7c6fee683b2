// The seam for oracles: what each move costs in a configuration, and which oracles each transition system has.
//
// To add an oracle, write a class that implements SentenceOracle and add it to the `oracles` table in the file of its
// system. An oracle of a new kind also needs an OracleChoice and its entry in kOracleKinds, below. To add a transition
// system, define `oracles<System>` in a new file.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "oracles/costs.h"
#include "transitions/system.h"

namespace dodona {

/// The kinds of oracles. Those from `eager` to `nd_all` are by Björkelund and Nivre (2015), `static_dynamic` is by de
/// Lhoneux, Stymne and Nivre (2017).
enum class OracleChoice : std::uint8_t {
  static_,
  dynamic,
  static_dynamic,
  eager,
  lazy,
  minimal,
  nd_sw,
  nd_all,
  nd_dynamic
};

struct OracleKind {
  const char* name;
  bool is_dynamic;  ///< it has costs for any configuration, not only for those of its own derivations
};
/// In the order of OracleChoice.
inline constexpr OracleKind kOracleKinds[]{{"static", false}, {"dynamic", true}, {"static_dynamic", true},
                                           {"eager", false},  {"lazy", false},   {"minimal", false},
                                           {"nd_sw", false},  {"nd_all", false}, {"nd_dynamic", true}};

constexpr bool is_dynamic(OracleChoice choice) { return kOracleKinds[static_cast<std::size_t>(choice)].is_dynamic; }

/// An oracle for one gold tree, with what it has computed in advance: a projective order, or a whole derivation.
class SentenceOracle {
 public:
  virtual ~SentenceOracle() = default;
  /// The cost of every legal move, with the best label. The configuration must not be terminal.
  virtual Costs costs(const Configuration& c) const = 0;
  /// The additional cost of a label, for a move that builds an arc. `gold` is the tree that the oracle was made for.
  virtual float cost_of_label(const Configuration&, Move, Arc arc, Label label, const Gold& gold,
                              float label_cost) const {
    return dodona::cost_of_label(gold, arc, label, label_cost);
  }
};
using PreparedOracle = std::unique_ptr<const SentenceOracle>;

/// An oracle of a system: how to make it for a gold tree, which must outlive it.
template <class System>
struct OracleEntry {
  OracleChoice choice;
  PreparedOracle (*make)(const System& system, const Gold& gold, float label_cost);
};

/// The oracles of a system, its default first. Each system's file specialises this; nothing else lists them.
template <class System>
std::span<const OracleEntry<System>> oracles();

/// Makes an oracle of this class; for OracleEntry.
template <class Oracle, class System>
PreparedOracle make_oracle(const System& system, const Gold& gold, float label_cost) {
  return std::make_unique<Oracle>(system, gold, label_cost);
}

/// An oracle whose costs are a function of the configuration.
template <class F>
PreparedOracle oracle_of(F costs) {
  class FunctionOracle : public SentenceOracle {
   public:
    explicit FunctionOracle(F function) : function_(std::move(function)) {}
    Costs costs(const Configuration& c) const override { return function_(c); }

   private:
    F function_;
  };
  return std::make_unique<FunctionOracle>(std::move(costs));
}

/// The oracles that a system has, its default first.
std::vector<OracleChoice> oracles_of(const TransitionSystem& system);

/// The oracle of a system that covers most configurations: its dynamic one, or else the last of its table.
OracleChoice widest_oracle(const TransitionSystem& system);

/// An oracle for a tree, which must outlive it. Throws std::invalid_argument if the system has no such oracle.
PreparedOracle oracle_for(OracleChoice choice, const TransitionSystem& system, const Gold& gold, float label_cost);

}  // namespace dodona
