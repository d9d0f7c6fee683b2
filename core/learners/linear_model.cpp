#include "learners/linear_model.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace dodona {
namespace {

// Adds rows of weights, 32 columns at a time so that the sums stay in registers. Sums of integers do
// not depend on the width of the vectors that add them.
#if defined(__GNUC__) || defined(__clang__)
using Bytes = std::int8_t __attribute__((vector_size(16)));
using Shorts = std::int16_t __attribute__((vector_size(32)));

#if defined(__x86_64__) && defined(__linux__)
__attribute__((target_clones("avx2", "default")))
#endif
void add_rows(const LinearModel::Row* rows, std::size_t count, std::size_t columns, std::int16_t* sums) {
  for (std::size_t column = 0; column < columns; column += 32) {
    Shorts first{}, second{};
    for (std::size_t row = 0; row < count; ++row) {
      Bytes low, high;
      std::memcpy(&low, rows[row].weights + column, sizeof low);
      std::memcpy(&high, rows[row].weights + column + 16, sizeof high);
      first += __builtin_convertvector(low, Shorts) << rows[row].shift;
      second += __builtin_convertvector(high, Shorts) << rows[row].shift;
    }
    std::memcpy(sums + column, &first, sizeof first);
    std::memcpy(sums + column + 16, &second, sizeof second);
  }
}
#else
void add_rows(const LinearModel::Row* rows, std::size_t count, std::size_t columns, std::int16_t* sums) {
  std::fill_n(sums, columns, std::int16_t{0});
  for (std::size_t row = 0; row < count; ++row)
    for (std::size_t i = 0; i < columns; ++i)
      sums[i] = static_cast<std::int16_t>(sums[i] + rows[row].weights[i] * (1 << rows[row].shift));
}
#endif

}  // namespace

LinearModel LinearModel::pack(const AveragedPerceptron& learner) {
  // The scale: no sum of one weight from each template may leave 16 bits.
  std::vector<std::vector<float>> most;
  learner.for_averages([&](FeatureKey, std::uint16_t from, const auto& weights) {
    if (from >= most.size()) most.resize(from + 1u, std::vector<float>(learner.transitions(), 0.0f));
    for (const auto& weight : weights) most[from][weight.transition] = std::max(most[from][weight.transition], std::abs(weight.average));
  });
  float greatest = 0;
  for (std::size_t i = 0; i < learner.transitions(); ++i) {
    float sum = 0;
    for (const auto& row : most) sum += row[i];
    greatest = std::max(greatest, sum);
  }
  // Each weight is rounded by up to a half, and in rows by up to a 254th of the greatest.
  const float room = 32767.0f / (1 + 1.0f / 127) - static_cast<float>(most.size());
  const float scale = greatest > 0 ? room / greatest : 1.0f;

  using Rounded = std::pair<std::uint16_t, std::int16_t>;
  struct Feature {
    FeatureKey key;
    std::size_t begin, end;  // among all rounded weights
  };
  std::vector<Rounded> rounded;
  std::vector<Feature> kept;
  learner.for_averages([&](FeatureKey key, std::uint16_t, const auto& weights) {
    const std::size_t begin = rounded.size();
    for (const auto& weight : weights) {
      const auto value = static_cast<std::int16_t>(std::lround(weight.average * scale));
      if (value != 0) rounded.emplace_back(static_cast<std::uint16_t>(weight.transition), value);
    }
    std::sort(rounded.begin() + static_cast<std::ptrdiff_t>(begin), rounded.end());
    if (rounded.size() > begin) kept.push_back({key, begin, rounded.size()});
  });
  // The same weights make the same bytes, in whatever order they were learnt.
  std::sort(kept.begin(), kept.end(), [](const Feature& a, const Feature& b) { return a.key < b.key; });

  LinearModel model;
  model.transitions_ = learner.transitions();
  model.homes_ = std::max<std::size_t>(kept.size() / 2, 16);
  std::size_t next = 0;  // keys are sorted, and so are their lines
  for (const Feature& feature : kept) {
    next = std::max(next, static_cast<std::size_t>(high_product(feature.key, model.homes_)) * kInLine);
    model.cells_.resize(std::max(model.cells_.size(), next + 1));
    model.cells_[next].fingerprint = fingerprint(feature.key);
    model.fill(model.cells_[next++], std::span(rounded).subspan(feature.begin, feature.end - feature.begin));
  }
  // A free line at the end stops every search.
  model.cells_.resize((std::max(model.homes_, (next + kInLine - 1) / kInLine) + 1) * kInLine);
  model.prepare();
  return model;
}

void LinearModel::fill(Cell& cell, std::span<const std::pair<std::uint16_t, std::int16_t>> weights) {
  const auto spare = static_cast<std::uint16_t>(transitions_);  // a column that is no transition's
  if (weights.size() <= kInCell) {
    for (std::size_t i = 0; i < kInCell; ++i) {
      cell.data[2 * i] = i < weights.size() ? weights[i].first : spare;
      cell.data[2 * i + 1] = i < weights.size() ? static_cast<std::uint16_t>(weights[i].second) : std::uint16_t{0};
    }
    return;
  }
  const std::size_t columns = padded_transitions();
  const bool is_list = weights.size() <= kInList;
  const std::size_t place = is_list ? lists_.size() / (2 * kInList) : rows_.size() / columns;
  if (place > std::numeric_limits<std::uint32_t>::max()) throw std::length_error("the model has too many weights");
  cell.data[0] = kElsewhere;
  cell.data[2] = static_cast<std::uint16_t>(place & 0xFFFF);
  cell.data[3] = static_cast<std::uint16_t>(place >> 16);
  if (is_list) {
    for (std::size_t i = 0; i < kInList; ++i) {
      lists_.push_back(i < weights.size() ? weights[i].first : spare);
      lists_.push_back(i < weights.size() ? static_cast<std::uint16_t>(weights[i].second) : std::uint16_t{0});
    }
    return;
  }
  int greatest = 0;
  for (const auto& [transition, weight] : weights) greatest = std::max(greatest, std::abs(int{weight}));
  int shift = 0;
  while (greatest > 127 << shift) ++shift;
  cell.data[1] = static_cast<std::uint16_t>(kRow + shift);
  rows_.resize(rows_.size() + columns, 0);
  for (const auto& [transition, weight] : weights) {
    const long small = std::lround(static_cast<float>(weight) / static_cast<float>(1 << shift));
    rows_[place * columns + transition] = static_cast<std::int8_t>(std::clamp(small, -127L, 127L));
  }
}

LinearModel::LinearModel(const Parts& parts)
    : transitions_(parts.transitions), homes_(parts.homes), cells_(parts.cells.begin(), parts.cells.end()),
      rows_(parts.rows.begin(), parts.rows.end()), lists_(parts.lists.begin(), parts.lists.end()) {
  // A model may come from a stranger: nothing in it may point outside, and every search must end.
  const auto must = [](bool holds, const char* message) {
    if (!holds) throw std::invalid_argument(message);
  };
  must(transitions_ > 0 && transitions_ < kElsewhere, "there are too many transitions, or none");
  must(homes_ > 0 && cells_.size() % kInLine == 0 && cells_.size() / kInLine > homes_ && cells_.back().fingerprint == 0,
       "the table of features has no end");
  const std::size_t columns = padded_transitions();
  for (const Cell& cell : cells_) {
    if (cell.fingerprint == 0) continue;
    if (is_row(cell)) {
      must((place_of(cell) + 1) * columns <= rows_.size() && cell.data[1] - kRow < 9, "weights lie outside of the file");
    } else if (cell.data[0] == kElsewhere) {
      must((place_of(cell) + 1) * kInList * 2 <= lists_.size(), "weights lie outside of the file");
    } else {
      for (std::size_t i = 0; i < 2 * kInCell; i += 2) must(cell.data[i] <= transitions_, "a weight belongs to no transition");
    }
  }
  for (std::size_t i = 0; i < lists_.size(); i += 2) must(lists_[i] <= transitions_, "a weight belongs to no transition");
  prepare();
}

void LinearModel::prepare() {
  fill(nothing_, {});
  // Addresses are made before it is known what they are for: there must be something to point at.
  if (rows_.empty()) rows_.resize(padded_transitions());
  if (lists_.empty()) lists_.resize(2 * kInList, static_cast<std::uint16_t>(transitions_));
}

std::size_t LinearModel::features() const {
  return static_cast<std::size_t>(std::ranges::count_if(cells_, [](const Cell& cell) { return cell.fingerprint != 0; }));
}

void LinearModel::ask(const FeatureList& features) const {
  for (std::size_t i = 0; i < features.size; ++i) prefetch(home(features.keys[i] | 1));
}

const LinearModel::Cell* LinearModel::find(FeatureKey key) const {
  const std::uint32_t wanted = fingerprint(key);
  for (const Cell* line = home(key);; line += kInLine) {
    const std::size_t which = (line[1].fingerprint == wanted) * std::size_t{1} + (line[2].fingerprint == wanted) * std::size_t{2} +
                              (line[3].fingerprint == wanted) * std::size_t{3};
    const Cell* const cell = line[which].fingerprint == wanted ? line + which : &nothing_;
    if (cell != &nothing_ || line[3].fingerprint == 0) [[likely]] return cell;
  }
}

void LinearModel::look_up(const FeatureList& features, Workspace& workspace) const {
  for (std::size_t i = 0; i < features.size; ++i) workspace.found[i] = find(features.keys[i] | 1);
  const std::size_t columns = padded_transitions();
  std::size_t rows = 0, lists = 0, cells = 0;
  for (std::size_t i = 0; i < features.size; ++i) {
    const Cell* const cell = workspace.found[i];
    // Every cell is written down as all three kinds, and counted as the one that it is.
    const bool row = is_row(*cell), elsewhere = cell->data[0] == kElsewhere, list = elsewhere && !row;
    const std::size_t place = place_of(*cell);
    const std::int8_t* const weights = rows_.data() + (row ? place * columns : 0);
    const std::uint16_t* const entries = lists_.data() + (list ? place * (2 * kInList) : 0);
    const auto* const first = row ? reinterpret_cast<const char*>(weights) : reinterpret_cast<const char*>(entries);
    prefetch(first);
    prefetch(first + 64);
    workspace.rows[rows] = {weights, cell->data[1] - kRow};
    workspace.lists[lists] = entries;
    workspace.cells[cells] = cell->data;
    rows += row;
    lists += list;
    cells += !elsewhere;
  }
  workspace.row_count = rows;
  workspace.list_count = lists;
  workspace.cell_count = cells;
}

const std::int16_t* LinearModel::sum(Workspace& workspace) const {
  const std::size_t columns = padded_transitions();
  // Two sums at a time: an addition to the same number has to wait for the one before.
  std::int16_t* const scores[2] = {workspace.scores.data(), workspace.scores.data() + columns};
  add_rows(workspace.rows.data(), workspace.row_count, columns, scores[0]);
  std::fill_n(scores[1], columns, std::int16_t{0});
  const auto add = [&](const std::uint16_t* list, std::size_t length, std::int16_t* to) {
    for (std::size_t i = 0; i < 2 * length; i += 2) to[list[i]] = static_cast<std::int16_t>(to[list[i]] + static_cast<std::int16_t>(list[i + 1]));
  };
  for (std::size_t i = 0; i < workspace.list_count; ++i) add(workspace.lists[i], kInList, scores[i & 1]);
  for (std::size_t i = 0; i < workspace.cell_count; ++i) add(workspace.cells[i], kInCell, scores[i & 1]);
  for (std::size_t i = 0; i < columns; ++i) scores[0][i] = static_cast<std::int16_t>(scores[0][i] + scores[1][i]);
  return scores[0];
}

}  // namespace dodona
