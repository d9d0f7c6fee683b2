// The static oracle for arc-eager parsing (Goldberg and Nivre 2012, Algorithm 1).
#pragma once

#include "oracles/costs.h"
#include "transitions/arc_eager.h"

namespace dodona {

/// Knows one sequence for each projective tree, the one that shifts where it could reduce.
class ArcEagerStaticOracle {
 public:
  explicit ArcEagerStaticOracle(const ArcEager& system) : system_(system) {}

  /// The next move of the canonical sequence. Off that sequence, and for trees that are not
  /// projective, it is a guess, but a legal one.
  Move move(const Configuration& c, const Gold& gold) const;

  /// 0 for that move and 1 for all others.
  Costs costs(const Configuration& c, const Gold& gold) const;

 private:
  ArcEager system_;
};

}  // namespace dodona
