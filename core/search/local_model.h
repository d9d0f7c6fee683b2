// The distribution over the transitions of a configuration.
#pragma once

#include <span>
#include <vector>

#include "learners/softmax.h"
#include "search/greedy.h"
#include "search/sentence_scorer.h"
#include "transitions/legal.h"

namespace dodona {

/// P(transition | configuration), over the legal transitions: exponentials of scores, which a temperature
/// divides first. Above 1 it makes a model less sure of itself, below 1 surer.
class LocalModel {
 public:
  LocalModel(const Parser& parser, float temperature)
      : setup_(parser.setup()), habits_(parser.habits()), factor_(1 / (static_cast<float>(parser.scale()) * temperature)), score_(parser),
        scores_(setup_.transitions.size()), probabilities_(scores_.size()) {}

  /// Begins a sentence.
  void start(WordValues words, Node length) {
    words_ = words;
    score_.start(words, length);
  }

  /// What follows is about this configuration, until the next.
  template <class C>
  void look_at(const C& c) {
    const MoveSet moves = setup_.system.legal(c);
    const std::int16_t* const scores = score_(c);
    best_ = habits_(setup_.system, setup_.transitions, c, words_, moves);
    if (best_ == Habits::kNone) best_ = best_legal(setup_.system, setup_.transitions, c, moves, scores);
    legal_.clear();
    for_legal(setup_.system, setup_.transitions, c, moves, [&](Move, TransitionRange range) {
      legal_.push_back(range);
      for (TransitionId id = range.begin; id < range.end; ++id) scores_[id] = static_cast<float>(scores[id]) * factor_;
    });
    softmax(scores_.data(), legal_, probabilities_.data());
  }

  /// What greedy search does: the transition with the highest score, or what it has always done here.
  TransitionId best() const { return best_; }
  /// The legal transitions.
  std::span<const TransitionRange> legal() const { return legal_; }
  /// Their probabilities; those of others mean nothing.
  const float* probabilities() const { return probabilities_.data(); }
  float probability(TransitionId id) const { return probabilities_[id]; }
  /// The score of a legal transition, whose exponential was taken.
  float score(TransitionId id) const { return scores_[id]; }

 private:
  const ParserSetup& setup_;
  const Habits& habits_;
  WordValues words_{};
  float factor_;
  SentenceScorer score_;
  std::vector<float> scores_, probabilities_;
  std::vector<TransitionRange> legal_;
  TransitionId best_ = 0;
};

}  // namespace dodona
