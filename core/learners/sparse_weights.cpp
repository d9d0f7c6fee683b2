#include "learners/sparse_weights.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "scoring/sum_rows.h"

namespace dodona {

SparseWeights::SparseWeights(std::size_t transitions, std::uint8_t min_updates, std::size_t max_features)
    : rows_(transitions, row_width(transitions, 32), 8), min_updates_(min_updates), max_features_(max_features) {}

void SparseWeights::score(const FeatureList& features, float* scores, Scratch& scratch) const {
  // The table is far larger than the caches: request all cells, then all rows, and only then add.
  for (std::size_t i = 0; i < features.size; ++i) request(features.keys[i]);
  scratch.lists.resize(features.keys.size());
  scratch.rows.resize(features.keys.size());
  std::size_t lists = 0, rows = 0;
  for (std::size_t i = 0; i < features.size; ++i) {
    const FeatureTable::Cell* const cell = rows_.table().find(FeatureTable::nonzero(features.keys[i]));
    if (cell == nullptr || !counts(*cell)) continue;
    const float* const weights = rows_[*cell].a;
    if (rows_.is_row(*cell)) {
      scratch.rows[rows++] = weights;
      for (std::size_t j = 0; j < transitions(); j += 16) prefetch(weights + j);
    } else {
      scratch.lists[lists++] = cell;
      prefetch(weights);
    }
  }
  // Rows first, then lists, each in the order of the features: a perceptron's weights are whole numbers, whose
  // order does not matter, but not every learner's are.
  sum_rows(std::span(scratch.rows).first(rows), padded(), scores);
  for (std::size_t i = 0; i < lists; ++i) {
    const auto list = rows_[*scratch.lists[i]];
    const std::size_t size = scratch.lists[i]->size;
    for (std::size_t j = 0; j < size; ++j) scores[list.transitions[j]] += list.a[j];
  }
}

float SparseWeights::weight(FeatureKey key, TransitionId transition) const {
  const FeatureTable::Cell* const cell = rows_.table().find(FeatureTable::nonzero(key));
  if (cell == nullptr || !counts(*cell)) return 0;
  const auto all = rows_[*cell];
  if (rows_.is_row(*cell)) return all.a[transition];
  for (std::size_t i = 0; i < cell->size; ++i)
    if (all.transitions[i] == transition) return all.a[i];
  return 0;
}

// The order of cells does not matter: features are ranked by their weights and keys.
void SparseWeights::drop_features() {
  using Rank = std::pair<float, FeatureKey>;
  const auto rank_of = [&](const FeatureTable::Cell& cell) {
    float sum = 0;
    rows_.for_each(cell, [&](TransitionId, float weight, double) { sum += std::abs(weight); });
    return Rank(static_cast<float>(cell.seen) + sum / (1 + sum), cell.key);
  };
  std::vector<Rank> ranks;
  ranks.reserve(features());
  for (const FeatureTable::Cell& cell : rows_.table().cells())
    if (cell.key != 0) ranks.push_back(rank_of(cell));
  const std::size_t kept = std::max<std::size_t>(max_features_ * 3 / 4, 1);
  const auto least = ranks.begin() + static_cast<std::ptrdiff_t>(ranks.size() - kept);
  std::ranges::nth_element(ranks, least);
  rows_.keep_if([&](const FeatureTable::Cell& cell) { return rank_of(cell) >= *least; });
}

void SparseWeights::save(NamedArrays& arrays) const {
  rows_.save(arrays);
  arrays.emplace("needed", std::vector<std::uint8_t>{needed_});
}

void SparseWeights::restore(const NamedViews& arrays, std::size_t templates) {
  const auto needed = array_named<std::uint8_t>(arrays, "needed");
  if (needed.size() != 1) throw std::invalid_argument("the saved training state does not fit together");
  rows_.restore(arrays, templates);
  needed_ = needed[0];
}

}  // namespace dodona
