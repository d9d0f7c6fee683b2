// A beam's scores, from a parser's model.
#pragma once

#include <cstdint>

#include "search/row_memory.h"
#include "search/sentence_scorer.h"

namespace dodona {

/// The model's scores, each context only once.
class ModelSource {
 public:
  ModelSource(const Parser& parser, std::size_t width)
      : parser_(parser), is_greedy_(width == 1), extractor_(parser.setup().extractor), score_(parser), rows_(parser.columns() + 8) {}

  void start(WordValues words, Node length) {
    words_ = words;
    score_.start(words, length);
    rows_.start();
  }
  const std::int16_t* operator()(const SharedConfiguration& c) {
    return rows_(extractor_.context(c), [&] { return score_(c); });
  }

  /// With a beam of 1, which is greedy: what is done without asking; Habits::kNone otherwise.
  template <class System>
  TransitionId habit(const System& system, const SharedConfiguration& c, MoveSet legal) const {
    return is_greedy_ ? parser_.habits()(system, parser_.setup().transitions, c, words_, legal) : Habits::kNone;
  }

 private:
  const Parser& parser_;
  bool is_greedy_;
  WordValues words_{};
  const Extractor& extractor_;
  SentenceScorer score_;
  RowMemory<std::int16_t> rows_;
};

}  // namespace dodona
