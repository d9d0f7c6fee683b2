// The distribution over the transitions of a configuration.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "scoring/softmax.h"
#include "search/parser.h"

namespace dodona {

/// P(transition | configuration) over the legal transitions: the softmax of their scores divided by a temperature. A
/// temperature above 1 makes a model less confident, one below 1 more so. The scorer, which must outlive this, is
/// started by the caller.
class Distribution {
 public:
  Distribution(const Parser& parser, Scorer& scorer, float temperature)
      : spec_(parser.spec()), factor_(1 / (static_cast<float>(parser.model().unit()) * temperature)), scorer_(scorer),
        scores_(spec_.transitions.size()), probabilities_(scores_.size()) {}

  /// Computes the distribution of a configuration, which everything below is about.
  void compute(const Configuration& c) {
    const LegalTransitions legal(spec_.system, spec_.transitions, c);
    const std::optional<TransitionId> shortcut = scorer_.shortcut(c, legal);
    const float* const scores = scorer_.score(c);
    best_ = shortcut ? *shortcut : highest_scoring(scores, legal);
    legal_.assign(legal.begin(), legal.end());
    for (const TransitionRange range : legal)
      for (TransitionId id = range.begin; id < range.end; ++id) scores_[id] = scores[id] * factor_;
    softmax(scores_.data(), legal_, probabilities_.data());
  }

  /// The transition that greedy search makes: the shortcut, or the one with the highest score.
  TransitionId best() const { return best_; }
  std::span<const TransitionRange> legal() const { return legal_; }
  /// By transition; those of illegal ones mean nothing.
  const float* probabilities() const { return probabilities_.data(); }
  float probability(TransitionId id) const { return probabilities_[id]; }
  /// The score of a legal transition, divided by the temperature.
  float score(TransitionId id) const { return scores_[id]; }

 private:
  const ParserSpec& spec_;
  float factor_;
  Scorer& scorer_;
  std::vector<float> scores_, probabilities_;
  std::vector<TransitionRange> legal_;
  TransitionId best_ = 0;
};

}  // namespace dodona
