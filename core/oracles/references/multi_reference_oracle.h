// The dynamic oracle of arc-eager for a set of references (Wisniewski, Lacroix and Yvon 2018, Algorithm 1).
#pragma once

#include <cstdint>
#include <vector>

#include "oracles/oracle.h"
#include "oracles/references/references.h"
#include "transitions/arc_eager.h"

namespace dodona {

/// The references of a sentence that have survived so far: T in Algorithm 1.
///
/// Arc-eager is arc-decomposable: a projective tree is reachable as long as each of its arcs is. So a reference
/// survives as long as the shared arcs do and, in every group, the alternative that it is made of. The surviving trees
/// are all combinations of surviving alternatives, and are not enumerated.
///
/// The cost of a move is the number of arcs that it loses in the surviving tree that loses fewest: those of the shared
/// arcs, and in every group the least over its surviving alternatives. The moves of cost 0 are the set CORRECT of the
/// paper.
///
/// `follow` keeps, in every group, the alternatives that lose fewest arcs. After a correct move these are the ones that
/// lose none. After a wrong one, which exploration makes, all alternatives of a group may have lost arcs. Then those
/// that lost fewest survive, and costs count the arcs that they still have.
///
/// `single_root` only restricts the legal moves. After correct moves that excludes no reference with one root, as
/// core/tests/oracles/references_test.cpp checks by enumeration. After wrong moves its cost is not counted.
class SurvivingReferences {
 public:
  /// All references of a sentence, which must outlive this.
  void start(const References& references);

  /// The references that survive in a configuration, whatever moves led to it: in every group, the alternatives with
  /// the fewest unreachable arcs. After correct moves these are the ones that `follow` has kept.
  void find(const References& references, const Configuration& c);

  /// The cost of every legal move, with the best label.
  Costs costs(const Configuration& c, MoveSet legal) const;
  /// The additional cost of a label: 0 if one of the alternatives that lose fewest has the arc with this label, or has
  /// another arc.
  float cost_of_label(const Configuration& c, Move move, Label label, float label_cost) const;
  /// Removes the references that a move excludes. Call it before the move is made.
  void follow(const Configuration& c, Move move, Label label);

  /// The first surviving alternative of a group, and the number of surviving ones.
  std::uint32_t survivor(std::size_t group) const;
  std::size_t survivors(std::size_t group) const;

 private:
  // The least loss of the surviving alternatives of a group.
  int least_loss(const Configuration& c, Move move, std::uint32_t group) const;
  int loss(const Configuration& c, Move move, std::uint32_t group, std::size_t alternative) const;
  template <class F>
  void for_affected_groups(const Configuration& c, F visit) const;
  bool survives(std::size_t group, std::size_t alternative) const {
    return survives_[begin_[group] + alternative] != 0;
  }

  const References* references_ = nullptr;
  std::vector<std::size_t> begin_;  // of the alternatives of each group
  std::vector<char> survives_;
};

/// The oracle as a function of the configuration alone, for beams: after correct moves the configuration determines the
/// surviving references, so hypotheses need not store them.
class MultiReferenceOracle : public SentenceOracle {
 public:
  /// The references must outlive this.
  MultiReferenceOracle(const References& references, const ArcEager& system)
      : references_(references), system_(system) {}

  Costs costs(const Configuration& c) const override;
  float cost_of_label(const Configuration& c, Move move, Arc arc, Label label, const Gold& gold,
                      float label_cost) const override;

 private:
  const References& references_;
  ArcEager system_;
};

}  // namespace dodona
