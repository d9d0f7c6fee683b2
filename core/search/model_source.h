// A beam's scores, from a parser's model.
#pragma once

#include <cstdint>

#include "search/row_memory.h"
#include "search/sentence_scorer.h"

namespace dodona {

/// The model's scores, each context only once.
class ModelSource {
 public:
  explicit ModelSource(const Parser& parser) : extractor_(parser.setup().extractor), score_(parser), rows_(parser.columns() + 8) {}

  void start(WordValues words, Node length) {
    score_.start(words, length);
    rows_.start();
  }
  const std::int16_t* operator()(const SharedConfiguration& c) {
    return rows_(extractor_.context(c), [&] { return score_(c); });
  }

 private:
  const Extractor& extractor_;
  SentenceScorer score_;
  RowMemory<std::int16_t> rows_;
};

}  // namespace dodona
