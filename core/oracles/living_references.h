// The dynamic oracle of arc-eager parsing against many references at once (Wisniewski, Lacroix and Yvon 2018, Algorithm 1).
#pragma once

#include <cstdint>
#include <vector>

#include "oracles/costs.h"
#include "oracles/references.h"
#include "transitions/arc_eager.h"

namespace dodona {

/// Whether a move gives up an arc that could still be built (Goldberg and Nivre 2012, Figure 4, corrected: see arc_eager.h).
/// An arc from the root is given up only when its dependent gets another head.
bool gives_up(const Configuration& c, Move move, Arc arc);

/// Whether an arc has been built, with this label, or can be.
bool is_within_reach(const Configuration& c, Arc arc, Label label);

/// The references of a sentence that are still alive on the way through it.
///
/// A projective tree can be reached as long as each of its arcs can (arc-eager is arc-decomposable), so that a tree is alive as
/// long as the shared arcs are and, in every group, the alternative that it is made of. The living trees are therefore all
/// choices among the living alternatives, and need not be enumerated.
///
/// The cost of a move is the number of arcs that it gives up in the living tree that loses least: of shared ones, and in every
/// group the least over its living alternatives. A correct move (CORRECT in the paper) costs 0.
///
/// `follow` keeps, in every group, the alternatives that lost least. After a correct move these are the ones that lost nothing. After
/// a wrong one, which exploration makes, it may be that all alternatives of a group have lost arcs, and no reference is alive in the
/// strict sense: those that lost fewest then live on, and costs are about the arcs that they still have.
///
/// The rule of a single root is a matter of which moves are legal. On the way of correct moves it takes nothing away from
/// references with one root: core/tests/references_test.cpp shows it by enumeration. Off that way its costs are not counted.
class LivingReferences {
 public:
  /// All references of a sentence, which must outlive this.
  void start(const References& references);

  /// Those that are alive in a configuration, however it was reached: in every group, the alternatives that have lost fewest of their
  /// arcs, neither built nor to be built any more. On a way of correct moves they are those that `follow` has left.
  void find(const References& references, const Configuration& c);

  /// The cost of every legal move, with the best label.
  Costs costs(const Configuration& c, MoveSet legal) const;
  /// What a label costs in addition: nothing if one of the alternatives that lose least has the arc with this label, or has lost it.
  float cost_of_label(const Configuration& c, Move move, Label label, float label_cost) const;
  /// Drops the references that a move has ruled out. To be called before the move is made.
  void follow(const Configuration& c, Move move, Label label);

  /// The first alternative of a group that is alive, and how many are.
  std::uint32_t survivor(std::size_t group) const;
  std::size_t living(std::size_t group) const;

 private:
  // The least that a living alternative of a group loses.
  int least(const Configuration& c, Move move, std::uint32_t group) const;
  int loss(const Configuration& c, Move move, std::uint32_t group, std::size_t alternative) const;
  template <class F>
  void for_touched(const Configuration& c, F visit) const;
  bool is_alive(std::size_t group, std::size_t alternative) const { return alive_[begin_[group] + alternative] != 0; }

  const References* references_ = nullptr;
  std::vector<std::size_t> begin_;  // of each group's alternatives
  std::vector<char> alive_;
};

}  // namespace dodona
