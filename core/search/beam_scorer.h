// The scores that a beam adds up.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "scoring/softmax.h"
#include "search/parser.h"

namespace dodona {

/// A model's scores as a beam compares them: as they are, or, at a temperature, as log-probabilities. The scorer, which
/// must outlive this, is started by the caller.
class BeamScorer {
 public:
  BeamScorer(const ParserSpec& spec, const Model& model, Scorer& scorer, SearchOptions options)
      : transitions_(spec.transitions), scorer_(scorer), is_greedy_(options.beam == 1), unit_(model.unit()),
        factor_(options.temperature > 0 ? 1 / (static_cast<float>(unit_) * options.temperature) : 0) {
    if (factor_ == 0) return;
    negligible_ = 16 / factor_;
    // A beam of 1 gives the trees of greedy search, which has no bonus.
    if (!is_greedy_) swap_bonus_ = options.swap_bonus / factor_;
  }

  const float* score(const SharedConfiguration& c) { return scorer_.score(c); }

  /// Subtracted from the scores of a configuration, this makes them log-probabilities, in units of the scores; 0
  /// without a temperature. Transitions that are e^16 times less probable than the best are left out of the sum.
  double normaliser(const LegalTransitions& legal, const float* scores) const {
    if (factor_ == 0) return 0;
    float most = std::numeric_limits<float>::lowest();
    for (const TransitionRange range : legal)
      if (!range.empty()) most = std::max(most, highest(scores + range.begin, range.end - range.begin));
    float sum = 0;
    for (const TransitionRange range : legal)
      sum += sum_of_exponentials(scores + range.begin, range.end - range.begin, most, factor_, most - negligible_);
    return static_cast<double>(most) + std::log(static_cast<double>(sum)) / static_cast<double>(factor_);
  }

  /// The bonus of a run of transitions.
  float bonus(TransitionRange range) const { return transitions_[range.begin].move == Move::swap ? swap_bonus_ : 0; }

  /// Calls visit(range) for the transitions to consider: all legal ones, or, in a beam of 1, the one that greedy search
  /// makes.
  template <class Visit>
  void for_choices(const SharedConfiguration& c, const LegalTransitions& legal, Visit visit) {
    if (is_greedy_) {
      const TransitionId best = scorer_.best(c, legal);
      visit(TransitionRange{best, best + 1});
    } else {
      for (const TransitionRange range : legal) visit(range);
    }
  }

  /// Sums of scores divided by this are log-probabilities, or in the learner's own unit.
  double unit() const { return factor_ == 0 ? unit_ : 1 / static_cast<double>(factor_); }

 private:
  const TransitionSet& transitions_;
  Scorer& scorer_;
  bool is_greedy_;
  double unit_;
  float factor_;
  float negligible_ = 0;
  float swap_bonus_ = 0;
};

}  // namespace dodona
