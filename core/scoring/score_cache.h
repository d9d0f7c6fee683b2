// A cache of scores for beam search.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/memory.h"

namespace dodona {

/// The scores of one sentence's configurations, by a hash of everything the templates read (Extractor::context). The
/// hypotheses of a beam mostly differ in what no template reads, so most contexts recur.
class ScoreCache {
 public:
  explicit ScoreCache(std::size_t transitions) : transitions_(transitions), cells_(1024) {}

  /// Begins a sentence with an empty cache.
  void start() {
    ++sentence_;
    used_ = 0;
  }

  /// The scores in a context; `compute()` is called if they are missing. Valid until the next call.
  template <class Compute>
  const float* operator()(std::uint64_t context, Compute compute) {
    if (const Cell& cell = cell_of(context); cell.sentence == sentence_) return scores_of(cell.row);
    const float* const computed = compute();
    if (used_ == kMostRows) start();
    if ((used_ + 1) * 2 > cells_.size()) grow();
    if (scores_.size() < (used_ + 1) * transitions_) scores_.resize((used_ + 64) * transitions_);
    cell_of(context) = {context, sentence_, static_cast<std::uint32_t>(used_)};
    return std::copy_n(computed, transitions_, scores_of(used_++)) - transitions_;
  }

 private:
  static constexpr std::size_t kMostRows = 1 << 15;
  struct Cell {
    std::uint64_t context = 0;
    std::uint32_t sentence = 0;  // the sentence that filled it
    std::uint32_t row = 0;
  };

  float* scores_of(std::size_t row) { return scores_.data() + row * transitions_; }

  Cell& cell_of(std::uint64_t context) {
    const std::size_t mask = cells_.size() - 1;
    std::size_t i = (context * 0x9E3779B97F4A7C15u >> 32) & mask;
    while (cells_[i].sentence == sentence_ && cells_[i].context != context) i = (i + 1) & mask;
    return cells_[i];
  }

  void grow() {
    std::vector<Cell> old(cells_.size() * 2);
    old.swap(cells_);
    for (const Cell& cell : old)
      if (cell.sentence == sentence_) cell_of(cell.context) = cell;
  }

  std::size_t transitions_;
  std::vector<Cell> cells_;  // linear probing; cells of earlier sentences are free
  HugeVector<float> scores_;
  std::size_t used_ = 0;
  std::uint32_t sentence_ = 0;
};

}  // namespace dodona
