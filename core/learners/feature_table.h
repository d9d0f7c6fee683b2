// A hash table from features to their weights.
#pragma once

#include <cstdint>

#include "base/memory.h"
#include "features/extractor.h"

namespace dodona {

/// Cells by the key of their feature. Linear probing; at most two thirds full.
class FeatureTable {
 public:
  // 16 bytes: four to a cache line.
  struct Cell {
    FeatureKey key;      // 0: free
    std::uint32_t row;   // where its weights begin
    std::uint8_t size;   // how many it has; kDense: one per transition
    std::uint8_t seen;   // a counter for learners; the perceptron counts updates
    std::uint16_t from;  // its template
  };
  static constexpr std::uint8_t kDense = 0xFF;

  FeatureTable() : cells_(std::size_t{1} << 16), shift_(48) {}

  static FeatureKey nonzero(FeatureKey key) { return key | 1; }
  std::size_t size() const { return used_; }
  const HugeVector<Cell>& cells() const { return cells_; }
  Cell& at(std::size_t place) { return cells_[place]; }

  void request(FeatureKey key) const { prefetch(&cells_[home(key)]); }

  const Cell* find(FeatureKey key) const {
    const std::size_t mask = cells_.size() - 1;
    for (std::size_t i = home(key);; i = (i + 1) & mask) {
      const Cell& cell = cells_[i];
      if (cell.key == key) return &cell;
      if (cell.key == 0) return nullptr;
    }
  }

  /// Reserves space for more features; cells may move.
  void reserve(std::size_t more) {
    while ((used_ + more) * 3 > cells_.size() * 2) grow();
  }

  /// The cell of a feature, for which space is reserved. A new one has `row` and size 0.
  template <class NewRow>
  Cell& find_or_add(FeatureKey key, std::uint16_t from, NewRow row) {
    const std::size_t mask = cells_.size() - 1;
    std::size_t i = home(key);
    while (cells_[i].key != 0 && cells_[i].key != key) i = (i + 1) & mask;
    Cell& cell = cells_[i];
    if (cell.key == 0) {
      cell = {key, row(), 0, 0, from};
      ++used_;
    }
    return cell;
  }

  /// Removes the features for which `keep(cell)` is false; cells move.
  template <class Keep>
  void keep_if(Keep keep) {
    HugeVector<Cell> old(cells_.size());
    old.swap(cells_);
    used_ = 0;
    for (const Cell& cell : old) {
      if (cell.key == 0 || !keep(cell)) continue;
      insert(cell);
      ++used_;
    }
  }

 private:
  std::size_t home(FeatureKey key) const { return static_cast<std::size_t>(key >> shift_); }

  void grow() {
    HugeVector<Cell> old(cells_.size() * 2);
    old.swap(cells_);
    --shift_;
    for (const Cell& cell : old)
      if (cell.key != 0) insert(cell);
  }

  void insert(const Cell& cell) {
    const std::size_t mask = cells_.size() - 1;
    std::size_t i = home(cell.key);
    while (cells_[i].key != 0) i = (i + 1) & mask;
    cells_[i] = cell;
  }

  HugeVector<Cell> cells_;
  int shift_;
  std::size_t used_ = 0;
};

}  // namespace dodona
