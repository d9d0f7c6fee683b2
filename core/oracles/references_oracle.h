// Many references as an oracle that looks at nothing but the configuration, for beams.
#pragma once

#include "oracles/living_references.h"
#include "oracles/oracle.h"

namespace dodona {

/// On a way of correct moves, which references are alive can be told from the configuration: those whose arcs have all been built
/// or can be. So hypotheses need not remember it.
class ReferencesOracle : public SentenceOracle {
 public:
  /// The references must outlive this.
  ReferencesOracle(const References& references, const ArcEager& system) : references_(references), system_(system) {}

  Costs costs(const Configuration& c) const override {
    LivingReferences living;
    living.find(references_, c);
    return living.costs(c, system_.legal(c));
  }
  float cost_of_label(const Configuration& c, Move move, Arc, Label label, const Gold&, float label_cost) const override {
    LivingReferences living;
    living.find(references_, c);
    return living.cost_of_label(c, move, label, label_cost);
  }

 private:
  const References& references_;
  ArcEager system_;
};

}  // namespace dodona
