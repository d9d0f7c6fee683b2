#include "learners/adagrad_rda.h"

#include <stdexcept>

#include "learners/gradient_rows.h"
#include "scoring/softmax.h"

namespace dodona {
namespace {

constexpr std::uint32_t kNew = 0xFFFFFFFF;

}  // namespace

AdaGradRda::AdaGradRda(std::size_t transitions, const AdaGradRdaOptions& options)
    : transitions_(transitions), padded_((transitions + kGradientLanes - 1) / kGradientLanes * kGradientLanes),
      longest_list_(std::bit_floor(std::clamp<std::size_t>(transitions / 4, 2, 16))), options_(options),
      probabilities_(padded_), gradient_(padded_), among_zero_cost_(padded_), is_worth_noting_(padded_) {}

void AdaGradRda::score(const FeatureList& features, float* scores) {
  table_.reserve(features.size);
  // The table is far larger than the caches: prefetch all cells, then all sums, then add.
  for (std::size_t i = 0; i < features.size; ++i) table_.request(FeatureTable::nonzero(features.keys[i]));
  found_.resize(features.keys.size());
  found_rows_.resize(features.keys.size());
  found_lists_.resize(features.keys.size());
  std::size_t rows = 0, lists = 0;
  const Cell* const cells = table_.cells().data();
  for (std::size_t i = 0; i < features.size; ++i) {
    const Cell* cell = table_.find(FeatureTable::nonzero(features.keys[i]));
    found_[i] = cell == nullptr ? kNew : static_cast<std::uint32_t>(cell - cells);
    if (cell == nullptr) continue;
    if (cell->size == kDense) {
      const float* const row = rows_[cell->row];
      found_rows_[rows++] = row;
      for (std::size_t j = 0; j < 2 * padded_; j += 16) prefetch(row + j);
    } else {
      const float* const list = lists_[cell->row];
      found_lists_[lists++] = found_[i];
      prefetch(list);
      prefetch(list + 16);
    }
  }
  const float t = threshold();
  add_weights({found_rows_.data(), rows}, padded_, t, options_.rho, scores);
  if (options_.alpha != 1)
    for (std::size_t i = 0; i < padded_; ++i) scores[i] *= options_.alpha;
  for (std::size_t i = 0; i < lists; ++i) {
    const Cell& cell = cells[found_lists_[i]];
    const List list = list_of(cell);
    for (std::size_t j = 0; j < cell.size; ++j)
      if (std::abs(list.g[j]) > t) scores[list.id(j)] += weight(list.g[j], list.G[j], t);
  }
}

// The derivatives of log P(Y | x) by the scores: f - p, where f is the distribution over zero-cost transitions.
void AdaGradRda::set_gradient(const Decision& decision) {
  softmax(decision.scores, decision.legal, probabilities_.data());
  std::fill(gradient_.begin(), gradient_.end(), 0.0f);
  for (const TransitionRange range : decision.legal)
    for (TransitionId id = range.begin; id < range.end; ++id) gradient_[id] = -probabilities_[id];
  softmax(decision.scores, decision.zero_cost, among_zero_cost_.data());
  for (std::size_t i = 0; i < decision.zero_cost.size(); ++i) gradient_[decision.zero_cost[i]] += among_zero_cost_[i];
}

void AdaGradRda::learn(const FeatureList& features, const Decision& decision) {
  set_gradient(decision);
  if (decision.zero_cost.empty()) return;  // no legal transition is correct
  ++updates_;
  worth_noting_.clear();
  for (const TransitionRange range : decision.legal)
    for (TransitionId id = range.begin; id < range.end; ++id) {
      is_worth_noting_[id] = std::abs(gradient_[id]) > options_.tiny;
      if (is_worth_noting_[id]) worth_noting_.push_back(id);
    }
  if (!worth_noting_.empty()) {
    for (std::size_t i = 0; i < features.size; ++i) {
      // Space was reserved before the features were scored, so cells have not moved.
      Cell& cell = found_[i] != kNew ? table_.at(found_[i])
                                     : table_.find_or_add(FeatureTable::nonzero(features.keys[i]), features.from[i],
                                                          [&] { return lists_.allocate(floats(2)); });
      step(cell);
    }
    for (const TransitionId id : worth_noting_) is_worth_noting_[id] = false;
  }
}

void AdaGradRda::step(Cell& cell) {
  if (cell.size != kDense) {
    List list = list_of(cell);
    const std::size_t size = cell.size;
    std::size_t missing = worth_noting_.size();
    for (std::size_t i = 0; i < size; ++i) missing -= is_worth_noting_[list.id(i)] ? 1u : 0u;
    if (size + missing <= longest_list_) {
      for (std::size_t i = 0; i < size; ++i) {
        const float d = gradient_[list.id(i)];
        list.g[i] += d;
        list.G[i] += d * d;
      }
      if (missing == 0) return;
      for (const TransitionId id : worth_noting_) {
        list = list_of(cell);
        std::size_t i = 0;
        while (i < size && list.id(i) != id) ++i;
        if (i == size) append(cell, id, gradient_[id], gradient_[id] * gradient_[id]);
      }
      return;
    }
    make_dense(cell);
  }
  add_gradient(rows_[cell.row], gradient_.data(), padded_);
}

void AdaGradRda::append(Cell& cell, TransitionId transition, float g, float G) {
  const std::size_t size = cell.size, room = room_of(size + 1);
  List list = list_of(cell);
  if (room != list.room) {
    const std::uint32_t larger = lists_.allocate(floats(room));
    float* const block = lists_[larger];
    List grown{block, block + room, room};
    std::copy_n(list.g, size, grown.g);
    std::copy_n(list.G, size, grown.G);
    for (std::size_t i = 0; i < size; ++i) grown.set_id(i, list.id(i));
    lists_.give_back(cell.row, floats(list.room));
    cell.row = larger;
    list = grown;
  }
  list.g[size] = g;
  list.G[size] = G;
  list.set_id(size, transition);
  ++cell.size;
}

void AdaGradRda::make_dense(Cell& cell) {
  const std::uint32_t number = rows_.allocate(2 * padded_);
  float* const row = rows_[number];
  std::fill_n(row, 2 * padded_, 0.0f);
  const List list = list_of(cell);
  for (std::size_t i = 0; i < cell.size; ++i) {
    row[list.id(i)] = list.g[i];
    row[padded_ + list.id(i)] = list.G[i];
  }
  lists_.give_back(cell.row, floats(list.room));
  cell.row = number;
  cell.size = kDense;
}

AdaGradRda::State AdaGradRda::state() const {
  State state;
  state.updates = {updates_};
  std::size_t sums = 0, ids = 0;
  for (const Cell& cell : table_.cells()) {
    if (cell.key == 0) continue;
    sums += cell.size == kDense ? transitions_ : cell.size;
    ids += cell.size == kDense ? 0 : cell.size;
  }
  state.keys.reserve(table_.size());
  state.from.reserve(table_.size());
  state.sizes.reserve(table_.size());
  state.ids.reserve(ids);
  state.g.reserve(sums);
  state.G.reserve(sums);
  for (const Cell& cell : table_.cells()) {
    if (cell.key == 0) continue;
    state.keys.push_back(cell.key);
    state.from.push_back(cell.from);
    state.sizes.push_back(cell.size);
    const bool dense = cell.size == kDense;
    const std::size_t size = dense ? transitions_ : cell.size, room = dense ? padded_ : room_of(cell.size);
    const float* const block = dense ? rows_[cell.row] : lists_[cell.row];
    state.g.insert(state.g.end(), block, block + size);
    state.G.insert(state.G.end(), block + room, block + room + size);
    for (std::size_t i = 0; !dense && i < size; ++i)
      state.ids.push_back(static_cast<std::uint16_t>(id_at(block, room, i)));
  }
  return state;
}

void AdaGradRda::restore(const State& state, std::size_t templates) {
  std::size_t sums = 0, ids = 0;
  bool fits =
      state.updates.size() == 1 && state.from.size() == state.keys.size() && state.sizes.size() == state.keys.size();
  for (const std::uint16_t size : state.sizes) {
    fits = fits && (size == kDense || size <= longest_list_);
    sums += size == kDense ? transitions_ : size;
    ids += size == kDense ? 0 : size;
  }
  fits = fits && state.ids.size() == ids && state.g.size() == sums && state.G.size() == sums &&
         std::ranges::all_of(state.ids, [&](std::uint16_t id) { return id < transitions_; }) &&
         std::ranges::all_of(state.from, [&](std::uint16_t number) { return number < templates; }) &&
         std::ranges::all_of(state.keys, [](FeatureKey key) { return key != 0; });
  if (!fits) throw std::invalid_argument("the saved training state does not fit together");

  *this = AdaGradRda(transitions_, options_);
  updates_ = state.updates[0];
  std::size_t next = 0, next_id = 0;
  for (std::size_t i = 0; i < state.keys.size(); ++i) {
    table_.reserve(1);
    Cell& cell = table_.find_or_add(state.keys[i], state.from[i], [&] { return lists_.allocate(floats(2)); });
    if (cell.size != 0) throw std::invalid_argument("the saved training state has a feature twice");
    if (state.sizes[i] == kDense) {
      make_dense(cell);
      float* const row = rows_[cell.row];
      std::copy_n(state.g.data() + next, transitions_, row);
      std::copy_n(state.G.data() + next, transitions_, row + padded_);
      next += transitions_;
    } else {
      for (std::uint16_t j = 0; j < state.sizes[i]; ++j, ++next)
        append(cell, state.ids[next_id++], state.g[next], state.G[next]);
    }
  }
}

}  // namespace dodona
