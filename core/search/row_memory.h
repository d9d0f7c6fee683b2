// Rows of scores that were made before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/memory.h"

namespace dodona {

/// Rows of scores by the context that they were made in (Extractor::context), for one sentence. The hypotheses of a beam differ in what
/// they did a while ago more often than in what templates can see: most contexts come up again.
template <class Score>
class RowMemory {
 public:
  explicit RowMemory(std::size_t columns) : columns_(columns), cells_(1024) {}

  void start() {
    ++sentence_;
    rows_taken_ = 0;
  }

  /// The row of a context; `make()` makes it if it is not there. Good until the next call.
  template <class Make>
  const Score* operator()(std::uint64_t context, Make make) {
    if (const Cell& cell = cell_of(context); cell.sentence == sentence_) return row(cell.row);
    const Score* const made = make();
    if (rows_taken_ == kMostRows) start();  // one forgets
    if ((rows_taken_ + 1) * 2 > cells_.size()) grow();
    if (rows_.size() < (rows_taken_ + 1) * columns_) rows_.resize((rows_taken_ + 64) * columns_);
    cell_of(context) = {context, sentence_, static_cast<std::uint32_t>(rows_taken_)};
    return std::copy_n(made, columns_, row(rows_taken_++)) - columns_;
  }

 private:
  static constexpr std::size_t kMostRows = 1 << 15;
  struct Cell {
    std::uint64_t context = 0;
    std::uint32_t sentence = 0;  // for which it was filled
    std::uint32_t row = 0;
  };

  Score* row(std::size_t number) { return rows_.data() + number * columns_; }

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

  std::size_t columns_;
  std::vector<Cell> cells_;  // linear probing; what an earlier sentence left is free
  HugeVector<Score> rows_;
  std::size_t rows_taken_ = 0;
  std::uint32_t sentence_ = 0;
};

}  // namespace dodona
