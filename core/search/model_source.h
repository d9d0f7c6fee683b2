// A beam's scores, from a parser's model.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "learners/softmax.h"
#include "base/argmax.h"
#include "search/row_memory.h"
#include "search/beam_options.h"
#include "search/sentence_scorer.h"
#include "transitions/legal.h"

namespace dodona {

/// The model's scores, each context only once.
class ModelSource {
 public:
  ModelSource(const Parser& parser, BeamOptions options)
      : parser_(parser), is_greedy_(options.beam == 1), factor_(options.temperature > 0 ? 1 / (static_cast<float>(parser.scale()) * options.temperature) : 0),
        extractor_(parser.setup().extractor), score_(parser), rows_(parser.columns() + 8) {
    // Most transitions are so improbable that all of them together do not matter, and scores are whole numbers: so the exponentials of few
    // differences are all that is ever asked for.
    constexpr double kNegligible = 16, kMost = 1 << 16;
    if (factor_ == 0) return;
    const TransitionSet& transitions = parser.setup().transitions;
    for (TransitionId id = 0; id < transitions.size(); ++id)
      if (transitions[id].move == Move::swap) swap_ = id;
    // A beam of 1 makes the trees of greedy search, which takes the best transition.
    if (!is_greedy_) swap_bonus_ = static_cast<int>(std::min(options.swap_bonus / factor_, 32'000.0f));
    exponentials_.resize(static_cast<std::size_t>(std::min(kNegligible / static_cast<double>(factor_), kMost)) + 1);
    for (std::size_t i = 0; i < exponentials_.size(); ++i) exponentials_[i] = exp_of_negative(-static_cast<float>(i) * factor_);
  }

  void start(WordValues words, Node length) {
    words_ = words;
    score_.start(words, length);
    rows_.start();
  }
  const std::int16_t* operator()(const SharedConfiguration& c) {
    return rows_(extractor_.context(c), [&] { return score_(c); });
  }

  /// What has to be taken from the scores of a configuration to make them logarithms of probabilities, times the temperature; nothing for a model that
  /// learnt whole sequences.
  template <class System>
  double whole(const System& system, const SharedConfiguration& c, const std::int16_t* scores) {
    if (factor_ == 0) return 0;
    const TransitionSet& transitions = parser_.setup().transitions;
    const MoveSet legal = system.legal(c);
    std::int16_t most = std::numeric_limits<std::int16_t>::min();
    for_legal(system, transitions, c, legal, [&](Move, TransitionRange range) {
      if (range.begin < range.end) most = std::max(most, highest(scores + range.begin, range.end - range.begin));
    });
    const std::int64_t least = most - static_cast<std::int64_t>(exponentials_.size()) + 1;
    float sum = 0;
    for_legal(system, transitions, c, legal, [&](Move, TransitionRange range) {
      const std::int16_t* const of_range = scores + range.begin;
      for_at_least(of_range, range.end - range.begin, least, [&](std::size_t i) { sum += exponentials_[static_cast<std::size_t>(most - of_range[i])]; });
    });
    return static_cast<double>(most) + std::log(static_cast<double>(sum)) / static_cast<double>(factor_);
  }

  /// What is added to the scores of a range of transitions, which is the SWAP's or is not.
  int bonus(TransitionRange range) const { return range.begin == swap_ ? swap_bonus_ : 0; }

  /// By what sums of scores are divided to be told: those of a local model become logarithms of probabilities, others what the learner had.
  double unit() const { return factor_ == 0 ? parser_.scale() : 1 / static_cast<double>(factor_); }

  /// With a beam of 1, which is greedy: what is done without asking; Habits::kNone otherwise.
  template <class System>
  TransitionId habit(const System& system, const SharedConfiguration& c, MoveSet legal) const {
    return is_greedy_ ? parser_.habits()(system, parser_.setup().transitions, c, words_, legal) : Habits::kNone;
  }

 private:
  const Parser& parser_;
  bool is_greedy_;
  float factor_;
  WordValues words_{};
  const Extractor& extractor_;
  SentenceScorer score_;
  RowMemory<std::int16_t> rows_;
  TransitionId swap_ = std::numeric_limits<TransitionId>::max();
  int swap_bonus_ = 0;
  std::vector<float> exponentials_;  // by how far a score is below the highest
};

}  // namespace dodona
