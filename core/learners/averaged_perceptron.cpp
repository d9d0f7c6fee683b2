#include "learners/averaged_perceptron.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "scoring/linear/add_dense.h"

namespace dodona {

AveragedPerceptron::AveragedPerceptron(std::size_t transitions, std::uint8_t min_updates, float margin)
    : transitions_(transitions), padded_(dense_width(transitions)),
      longest_list_(std::clamp<std::size_t>(transitions / 4, 2, 8)), min_updates_(min_updates), margin_(margin),
      free_(40) {
  longest_list_ = std::bit_floor(longest_list_);
}

void AveragedPerceptron::score(const FeatureList& features, float* scores, Scratch& scratch) const {
  // The table is far larger than the caches: prefetch all cells, then all rows, then add.
  for (std::size_t i = 0; i < features.size; ++i) table_.request(FeatureTable::nonzero(features.keys[i]));
  scratch.lists.resize(features.keys.size());
  scratch.rows.resize(features.keys.size());
  std::size_t lists = 0, rows = 0;
  for (std::size_t i = 0; i < features.size; ++i) {
    const Cell* cell = table_.find(FeatureTable::nonzero(features.keys[i]));
    if (cell == nullptr || !counts(*cell)) continue;
    if (cell->size == kDense) {
      scratch.rows[rows++] = &dense_[cell->row];
      for (std::size_t j = 0; j < transitions_; j += 16) prefetch(&dense_[cell->row + j]);
    } else {
      scratch.lists[lists++] = cell;
      prefetch(&entries_[cell->row]);
    }
  }
  // Rows first, then lists, each in the order of the features. The order matters for learners whose weights are not
  // integers.
  add_dense(scratch.rows.data(), rows, padded_, scores);
  for (std::size_t i = 0; i < lists; ++i) {
    const Entry* const entries = &entries_[scratch.lists[i]->row];
    const std::size_t size = scratch.lists[i]->size;
    for (std::size_t j = 0; j < size; ++j) scores[entries[j].transition] += entries[j].weight;
  }
}

void AveragedPerceptron::update(const FeatureList& features, TransitionId better, TransitionId worse, float step) {
  table_.reserve(features.size);
  for (std::size_t i = 0; i < features.size; ++i) {
    Cell& cell = updated(FeatureTable::nonzero(features.keys[i]), features.from[i]);
    add(cell, better, step);
    add(cell, worse, -step);
  }
}

void AveragedPerceptron::add(const FeatureList& features, std::span<const Change> changes) {
  table_.reserve(features.size);
  for (std::size_t i = 0; i < features.size; ++i) {
    Cell& cell = updated(FeatureTable::nonzero(features.keys[i]), features.from[i]);
    for (const Change& change : changes) add(cell, change.transition, change.step);
  }
}

double AveragedPerceptron::score(const FeatureDifference& difference) const {
  double sum = 0;
  difference.for_each(
      [&](FeatureKey key, std::uint16_t, TransitionId transition, int times) {
        const Cell* const cell = table_.find(FeatureTable::nonzero(key));
        if (cell == nullptr || !counts(*cell)) return;
        float weight = 0;
        if (cell->size == kDense) {
          weight = dense_[cell->row + transition];
        } else {
          for (std::size_t i = cell->row; i < cell->row + cell->size; ++i)
            if (entries_[i].transition == transition) weight = entries_[i].weight;
        }
        sum += static_cast<double>(weight) * times;
      },
      [&](FeatureKey key) { table_.request(FeatureTable::nonzero(key)); });
  return sum;
}

void AveragedPerceptron::add(const FeatureDifference& difference, double step) {
  table_.reserve(difference.size());
  difference.for_each(
      [&](FeatureKey key, std::uint16_t from, TransitionId transition, int times) {
        add(updated(FeatureTable::nonzero(key), from), transition, static_cast<float>(step * times));
      },
      [&](FeatureKey key) { table_.request(FeatureTable::nonzero(key)); });
}

std::uint32_t AveragedPerceptron::allocate(std::size_t capacity) {
  auto& given_back = free_[static_cast<std::size_t>(std::countr_zero(capacity))];
  if (!given_back.empty()) {
    const std::uint32_t row = given_back.back();
    given_back.pop_back();
    return row;
  }
  const auto row = static_cast<std::uint32_t>(entries_.size());
  entries_.resize(entries_.size() + capacity);
  entry_sums_.resize(entries_.size());
  return row;
}

void AveragedPerceptron::add(Cell& cell, TransitionId transition, float change) {
  const double sum = static_cast<double>(change) * static_cast<double>(sentences_);
  if (cell.size != kDense) {
    for (std::size_t i = cell.row; i < cell.row + cell.size; ++i) {
      if (entries_[i].transition != transition) continue;
      entries_[i].weight += change;
      entry_sums_[i] += sum;
      return;
    }
    if (cell.size == longest_list_) {
      make_dense(cell);
    } else {
      if (cell.size >= 2 && std::has_single_bit(cell.size)) {  // the block is full
        const std::uint32_t row = allocate(cell.size * std::size_t{2});
        std::copy_n(entries_.begin() + cell.row, cell.size, entries_.begin() + row);
        std::copy_n(entry_sums_.begin() + cell.row, cell.size, entry_sums_.begin() + row);
        free_[static_cast<std::size_t>(std::countr_zero(cell.size))].push_back(cell.row);
        cell.row = row;
      }
      entries_[cell.row + cell.size] = {transition, change};
      entry_sums_[cell.row + cell.size] = sum;
      ++cell.size;
      return;
    }
  }
  dense_[cell.row + transition] += change;
  dense_sums_[cell.row + transition] += sum;
}

void AveragedPerceptron::make_dense(Cell& cell) {
  const auto row = static_cast<std::uint32_t>(dense_.size());
  dense_.resize(dense_.size() + padded_);
  dense_sums_.resize(dense_.size());
  for (std::size_t i = cell.row; i < cell.row + cell.size; ++i) {
    dense_[row + entries_[i].transition] = entries_[i].weight;
    dense_sums_[row + entries_[i].transition] = entry_sums_[i];
  }
  const std::size_t room = std::max<std::size_t>(2, cell.size);
  free_[static_cast<std::size_t>(std::countr_zero(room))].push_back(cell.row);
  cell.row = row;
  cell.size = kDense;
}

AveragedPerceptron::State AveragedPerceptron::state() const {
  State state;
  state.sentences = {sentences_};
  state.needed = {needed_};
  for (const Cell& cell : table_.cells()) {
    if (cell.key == 0) continue;
    state.keys.push_back(cell.key);
    state.from.push_back(cell.from);
    std::uint32_t size = 0;
    const auto keep = [&](std::size_t transition, float weight, double sum) {
      state.ids.push_back(static_cast<std::uint16_t>(transition));
      state.weights.push_back(weight);
      state.sums.push_back(sum);
      ++size;
    };
    state.dense.push_back(cell.size == kDense);
    state.updates.push_back(cell.seen);
    if (cell.size == kDense) {
      for (std::size_t i = cell.row; i < cell.row + transitions_; ++i)
        if (dense_[i] != 0 || dense_sums_[i] != 0) keep(i - cell.row, dense_[i], dense_sums_[i]);
    } else {  // the whole block, so that the list becomes a row as early as it would have
      for (std::size_t i = cell.row; i < cell.row + cell.size; ++i)
        keep(entries_[i].transition, entries_[i].weight, entry_sums_[i]);
    }
    state.sizes.push_back(size);
  }
  return state;
}

void AveragedPerceptron::restore(const State& state, std::size_t templates) {
  std::size_t total = 0;
  for (const std::uint32_t size : state.sizes) total += size;
  const bool fits = state.sentences.size() == 1 && state.needed.size() == 1 && state.from.size() == state.keys.size() &&
                    state.dense.size() == state.keys.size() && state.updates.size() == state.keys.size() &&
                    state.sizes.size() == state.keys.size() && state.ids.size() == total &&
                    state.weights.size() == total && state.sums.size() == total &&
                    std::ranges::all_of(state.ids, [&](std::uint16_t id) { return id < transitions_; }) &&
                    std::ranges::all_of(state.from, [&](std::uint16_t number) { return number < templates; }) &&
                    std::ranges::all_of(state.keys, [](FeatureKey key) { return key != 0; });
  if (!fits) throw std::invalid_argument("the saved training state does not fit together");

  *this = AveragedPerceptron(transitions_, min_updates_, margin_);
  std::size_t next = 0;
  for (std::size_t i = 0; i < state.keys.size(); ++i) {
    table_.reserve(1);
    Cell& cell = cell_of(state.keys[i], state.from[i]);
    cell.seen = state.updates[i];
    if (state.dense[i] != 0 && cell.size != kDense) make_dense(cell);
    for (std::uint32_t j = 0; j < state.sizes[i]; ++j, ++next) {
      sentences_ = 0;
      add(cell, state.ids[next], state.weights[next]);
      if (cell.size == kDense)
        dense_sums_[cell.row + state.ids[next]] = state.sums[next];
      else
        entry_sums_[cell.row + cell.size - 1] = state.sums[next];
    }
  }
  sentences_ = state.sentences[0];
  needed_ = state.needed[0];
}

}  // namespace dodona
