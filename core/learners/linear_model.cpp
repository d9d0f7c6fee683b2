#include "learners/linear_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace dodona {
namespace {

// Adds rows of weights, 32 columns at a time so that the sums stay in registers. Sums of integers do
// not depend on the width of the vectors that add them.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__linux__)
__attribute__((target_clones("avx2", "default")))
#endif
void add_rows(const std::int16_t* const* rows, std::size_t count, std::size_t columns, std::int16_t* sums) {
  for (std::size_t column = 0; column < columns; column += 32) {
    std::int16_t block[32];
    for (std::size_t i = 0; i < 32; ++i) block[i] = 0;
    for (std::size_t row = 0; row < count; ++row)
      for (std::size_t i = 0; i < 32; ++i) block[i] = static_cast<std::int16_t>(block[i] + rows[row][column + i]);
    for (std::size_t i = 0; i < 32; ++i) sums[column + i] = block[i];
  }
}

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
  const float room = 32767.0f - static_cast<float>(most.size());  // each weight is rounded by up to a half
  const float scale = greatest > 0 ? room / greatest : 1.0f;

  struct Rounded {
    std::uint16_t transition;
    std::int16_t weight;
  };
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
      if (value != 0) rounded.push_back({static_cast<std::uint16_t>(weight.transition), value});
    }
    std::sort(rounded.begin() + static_cast<std::ptrdiff_t>(begin), rounded.end(),
              [](const Rounded& a, const Rounded& b) { return a.transition < b.transition; });
    if (rounded.size() > begin) kept.push_back({key, begin, rounded.size()});
  });
  // The same weights make the same bytes, in whatever order they were learnt.
  std::sort(kept.begin(), kept.end(), [](const Feature& a, const Feature& b) { return a.key < b.key; });

  LinearModel model;
  model.transitions_ = learner.transitions();
  model.homes_ = std::max<std::size_t>(kept.size() * 3 / 2, 64);
  model.cells_.assign(model.homes_, Cell{});
  const std::size_t columns = model.padded_transitions();
  const auto is_row = [&](const Feature& feature) { return (feature.end - feature.begin) * 16 >= columns; };
  for (const bool rows : {true, false}) {  // rows come first: they begin at multiples of a cache line
    for (const Feature& feature : kept) {
      if (is_row(feature) != rows) continue;
      const std::span<const Rounded> weights(rounded.data() + feature.begin, feature.end - feature.begin);
      std::size_t i = model.home(feature.key);
      while (i < model.cells_.size() && model.cells_[i].fingerprint != 0) ++i;
      if (i == model.cells_.size()) model.cells_.emplace_back();
      Cell& cell = model.cells_[i];
      cell.fingerprint = fingerprint(feature.key);
      if (!rows && weights.size() <= 3) {
        for (std::size_t j = 0; j < weights.size(); ++j) {
          cell.data[2 * j] = weights[j].transition;
          cell.data[2 * j + 1] = static_cast<std::uint16_t>(weights[j].weight);
        }
        continue;
      }
      const std::size_t offset = model.weights_.size();
      if (offset > std::numeric_limits<std::uint32_t>::max()) throw std::length_error("the model has too many weights");
      cell.data[0] = kElsewhere;
      cell.data[1] = rows ? kRow : static_cast<std::uint16_t>(weights.size());
      cell.data[2] = static_cast<std::uint16_t>(offset & 0xFFFF);
      cell.data[3] = static_cast<std::uint16_t>(offset >> 16);
      if (rows) {
        model.weights_.resize(offset + columns, 0);
        for (const Rounded& weight : weights) model.weights_[offset + weight.transition] = weight.weight;
      } else {
        for (const Rounded& weight : weights) {
          model.weights_.push_back(static_cast<std::int16_t>(weight.transition));
          model.weights_.push_back(weight.weight);
        }
      }
    }
  }
  model.cells_.resize(model.homes_ + std::max<std::size_t>(model.cells_.size() - model.homes_, 1) + 1);
  return model;
}

LinearModel::LinearModel(std::size_t transitions, std::size_t homes, std::span<const Cell> cells, std::span<const std::int16_t> weights)
    : transitions_(transitions), cells_(cells.begin(), cells.end()), weights_(weights.begin(), weights.end()), homes_(homes) {
  // A model may come from a stranger: nothing in it may point outside, and every search must end.
  if (homes_ == 0 || cells_.size() <= homes_ || cells_.back().fingerprint != 0) throw std::invalid_argument("the table of features has no end");
  for (const Cell& cell : cells_) {
    if (cell.fingerprint == 0) continue;
    if (cell.data[0] != kElsewhere) {
      for (std::size_t i = 0; i < 6; i += 2)
        if (cell.data[i] >= transitions) throw std::invalid_argument("a weight belongs to no transition");
      continue;
    }
    const std::size_t offset = cell.data[2] | (std::size_t{cell.data[3]} << 16);
    const bool row = cell.data[1] == kRow;
    const std::size_t length = row ? padded_transitions() : std::size_t{cell.data[1]} * 2;
    if (offset + length > weights_.size()) throw std::invalid_argument("weights lie outside of the file");
    for (std::size_t i = 0; !row && i < length; i += 2)
      if (static_cast<std::uint16_t>(weights_[offset + i]) >= transitions) throw std::invalid_argument("a weight belongs to no transition");
  }
}

std::size_t LinearModel::features() const {
  return static_cast<std::size_t>(std::ranges::count_if(cells_, [](const Cell& cell) { return cell.fingerprint != 0; }));
}

const LinearModel::Cell* LinearModel::find(FeatureKey key) const {
  const std::uint32_t wanted = fingerprint(key);
  for (const Cell* cell = &cells_[home(key)];; ++cell) {
    if (cell->fingerprint == wanted) return cell;
    if (cell->fingerprint == 0) return nullptr;
  }
}

const std::int16_t* LinearModel::score(const FeatureList& features, Workspace& workspace) const {
  // The table is larger than the caches: ask for all cells before looking at the first.
  for (std::size_t i = 0; i < features.size; ++i) prefetch(&cells_[home(features.keys[i] | 1)]);
  std::size_t rows = 0, lists = 0;
  for (std::size_t i = 0; i < features.size; ++i) {
    const Cell* cell = find(features.keys[i] | 1);
    if (cell == nullptr) continue;
    if (cell->data[0] != kElsewhere) {
      workspace.lists[lists++] = {cell->data, 6};
      continue;
    }
    const std::int16_t* const at = &weights_[cell->data[2] | (std::size_t{cell->data[3]} << 16)];
    if (cell->data[1] == kRow) {
      for (std::size_t j = 0; j < transitions_; j += 32) prefetch(at + j);
      workspace.rows[rows++] = at;
    } else {
      prefetch(at);
      workspace.lists[lists++] = {reinterpret_cast<const std::uint16_t*>(at), std::size_t{cell->data[1]} * 2};
    }
  }
  add_rows(workspace.rows.data(), rows, padded_transitions(), workspace.scores.data());
  std::int16_t* const scores = workspace.scores.data();
  for (std::size_t i = 0; i < lists; ++i) {
    const std::span<const std::uint16_t> list = workspace.lists[i];
    for (std::size_t j = 0; j < list.size(); j += 2) scores[list[j]] = static_cast<std::int16_t>(scores[list[j]] + static_cast<std::int16_t>(list[j + 1]));
  }
  return scores;
}

}  // namespace dodona
