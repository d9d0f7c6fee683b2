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

/// What leads to the configurations that are learnt from.
enum class RollIn : std::uint8_t { reference, learned, mixture };
/// What goes on after each action that could be taken there, to see what it costs in the end; `none` only asks whether
/// the reference would take it.
enum class RollOut : std::uint8_t { reference, learned, mixture, none };

struct RollOptions {
  RollIn roll_in = RollIn::mixture;
  RollOut roll_out = RollOut::reference;
  bool per_step = false;           ///< mixtures are drawn for each step, instead of for each trajectory
  double mixture_alpha = 1e-5;     ///< the reference is followed with probability (1 - α)^t after t updates
  std::size_t max_deviations = 0;  ///< learn from so many steps of a sentence, drawn at random; 0 is all
  float label_cost = 0.5;          ///< of a wrong label under a right head, which costs 1 itself
  std::uint64_t seed = 1;
};

/// Learns a move for each configuration, and then a label if there is an arc, with a base learner for moves and one for
/// the labels of each direction (the paper's section 3). The loss of a tree is 2 for a wrong head, and 2 `label_cost`
/// for a wrong label under a right one.
///
/// The reference is the oracle. A dynamic oracle knows what following it after an action costs, so roll-outs with the
/// reference are not made: the costs of actions are those of the oracle. If the gold tree is out of reach, the cost of
/// the cheapest action is subtracted from all costs. Nothing is learnt where all actions cost the same.
class LearningToSearchTrainer final : public Trainer {
 public:
  LearningToSearchTrainer(TrainingData data, const RollOptions& options, std::unique_ptr<MoveThenLabelLearner> learner);

  EpochReport epoch(int number, const Interrupt& interrupt = {}) override;
  /// Begins an epoch.
  void start_epoch(int number);
  /// Learns from one sentence. What is random depends on the seed, the epoch, the sentence and what was learnt before.
  void learn(int epoch, std::size_t index, EpochReport& report);

  /// The loss of the tree that is found from `c` on, by the reference or by what was learnt; what is settled already is
  /// included.
  float roll_out(std::size_t index, const Configuration& c, bool reference);
  /// The cost of each legal move in `c` as it is learnt from, by the move's index.
  Costs move_costs(std::size_t index, const Configuration& c, RollOut roll_out, Random& random);

 private:
  // A transition of a trajectory, and what was right there.
  struct Step {
    Transition taken;
    bool was_right;
  };
  template <class System>
  void learn_with(const System& system, int epoch, std::size_t index, EpochReport& report);
  // Decides on a transition, and learns if it should.
  template <class System>
  Step step(const System& system, std::size_t index, const Configuration& c, bool learn_move, bool learn_label,
            Random& random);
  template <class System>
  Label label_step(const System& system, std::size_t index, const Configuration& c, Move move, bool learns,
                   bool& was_right, Random& random);
  // What was learnt, without learning.
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
  bool reference_in_ = false, reference_out_ = false;  // what this trajectory follows
  std::vector<Action> allowed_;
  std::vector<float> costs_;
  Configuration c_, ahead_;
};

}  // namespace dodona
