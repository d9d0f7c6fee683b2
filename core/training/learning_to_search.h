// Learning to search (Daumé, Langford and Ross 2014; Chang et al. 2015): a parser as a sequence of cost-sensitive
// decisions.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/random.h"
#include "learners/move_then_label_learner.h"
#include "training/trainer.h"

namespace dodona {

/// The policy that leads to the configurations that are learnt from.
enum class RollIn : std::uint8_t { reference, learned, mixture };
/// The policy that completes the derivation after each possible action, to determine its cost; with `none`, the cost is
/// only whether the reference policy would take the action.
enum class RollOut : std::uint8_t { reference, learned, mixture, none };

struct RollOptions {
  RollIn roll_in = RollIn::mixture;
  RollOut roll_out = RollOut::reference;
  bool per_step = false;           ///< draw from mixtures for each step instead of for each trajectory
  double mixture_alpha = 1e-5;     ///< the reference is followed with probability (1 - α)^t after t updates
  std::size_t max_deviations = 0;  ///< learn from this many random steps of a sentence; 0: from all
  float label_cost = 0.5;          ///< of a wrong label with a correct head; a wrong head costs 1
  std::uint64_t seed = 1;
};

/// Learns a move for each configuration, then a label if it builds an arc, with a base learner for moves and one for
/// the labels of each direction (the paper's section 3). The loss of a tree is 2 for a wrong head, and 2 `label_cost`
/// for a wrong label with a correct head.
///
/// The reference policy is the oracle. A dynamic oracle knows the cost of following it after an action, so roll-outs
/// with the reference are not made: the costs of actions are those of the oracle. If the gold tree is unreachable, the
/// cost of the cheapest action is subtracted from all costs. Nothing is learnt if all actions cost the same.
class LearningToSearchTrainer final : public Trainer {
 public:
  LearningToSearchTrainer(TrainingData data, const RollOptions& options, std::unique_ptr<MoveThenLabelLearner> learner);

  EpochReport epoch(int number, const Interrupt& interrupt = {}) override;
  /// Begins an epoch.
  void start_epoch(int number);
  /// Learns from one sentence. Randomness depends on the seed, the epoch, the sentence and the state of the learner.
  void learn(int epoch, std::size_t index, EpochReport& report);

  /// The loss of the tree found from `c` on by the reference or the learnt policy, including the arcs of `c`.
  float roll_out(std::size_t index, const Configuration& c, bool reference);
  /// The cost of each legal move in `c` to learn from, by the move's index.
  Costs move_costs(std::size_t index, const Configuration& c, RollOut roll_out, Random& random);

 private:
  // A transition of a trajectory, and whether it was correct.
  struct Step {
    Transition taken;
    bool was_right;
  };
  template <class System>
  void learn_with(const System& system, int epoch, std::size_t index, EpochReport& report);
  // Chooses a transition, and learns if it should.
  template <class System>
  Step step(const System& system, std::size_t index, const Configuration& c, bool learn_move, bool learn_label,
            Random& random);
  template <class System>
  Label label_step(const System& system, std::size_t index, const Configuration& c, Move move, bool learns,
                   bool& was_right, Random& random);
  // The transition of the learnt policy, without learning.
  template <class System>
  Transition predicted(const System& system, const Configuration& c);
  Label predicted_label(const Configuration& c, Move move);
  template <class System>
  Transition reference(const System& system, std::size_t index, const Configuration& c);
  template <class System>
  float roll_out_with(const System& system, std::size_t index, Configuration& c, bool reference);
  template <class System>
  void label_costs(const System& system, std::size_t index, const Configuration& c, Move move, TransitionRange range,
                   Random& random);

  bool follows_reference(Random& random);
  bool rolls_out_reference(Random& random);
  float loss(const Gold& gold, const Configuration& c) const;

  RollOptions options_;
  MoveThenLabelLearner& learner_;
  bool reference_in_ = false, reference_out_ = false;  // whether this trajectory follows the reference
  std::vector<Action> allowed_;
  std::vector<float> costs_;
  Configuration c_, ahead_;
};

}  // namespace dodona
