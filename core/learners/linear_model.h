// A trained linear model, packed for parsing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "features/extractor.h"
#include "learners/averaged_perceptron.h"
#include "learners/memory.h"
#include "transitions/transitions.h"

namespace dodona {

/// Weights of 16 bits in a table made for reading.
///
/// A cell is 16 bytes: 32 bits to know its feature by, and up to three weights with their
/// transitions. Features with more weights have them elsewhere, as a list or, if that is shorter, as
/// a row of one weight a transition. Sums fit into 16 bits whatever features meet: the scale sees to
/// that (`pack`).
class LinearModel {
 public:
  struct Cell {
    std::uint32_t fingerprint = 0;  // 0: free
    std::uint16_t data[6] = {};
  };
  static_assert(sizeof(Cell) == 16);

  LinearModel() = default;
  /// Takes what `homes()`, `cells()` and `weights()` gave; throws std::invalid_argument if it does not
  /// fit together.
  LinearModel(std::size_t transitions, std::size_t homes, std::span<const Cell> cells, std::span<const std::int16_t> weights);

  /// Averages and rounds the weights of a perceptron.
  static LinearModel pack(const AveragedPerceptron& learner);

  std::size_t transitions() const { return transitions_; }
  /// One score a transition and then some: scores are added in whole vectors.
  std::size_t padded_transitions() const { return padded(transitions_); }
  std::size_t features() const;
  std::size_t homes() const { return homes_; }
  std::span<const Cell> cells() const { return cells_; }
  std::span<const std::int16_t> weights() const { return weights_; }

  /// Memory for one thread's sums.
  struct Workspace {
    explicit Workspace(const LinearModel& model, std::size_t templates) : scores(model.padded_transitions()), rows(templates), lists(templates) {}
    HugeVector<std::int16_t> scores;
    std::vector<const std::int16_t*> rows;
    std::vector<std::span<const std::uint16_t>> lists;
  };

  /// The sums of the weights of `features`, one a transition.
  const std::int16_t* score(const FeatureList& features, Workspace& workspace) const;

 private:
  static constexpr std::uint16_t kElsewhere = 0xFFFF, kRow = 0xFFFF;
  static constexpr std::size_t kLanes = 32;
  static std::size_t padded(std::size_t transitions) { return (transitions + kLanes - 1) / kLanes * kLanes; }
  static std::uint32_t fingerprint(FeatureKey key) { return static_cast<std::uint32_t>(key >> 12) | 1; }
  std::size_t home(FeatureKey key) const { return static_cast<std::size_t>(high_product(key, homes_)); }
  const Cell* find(FeatureKey key) const;

  std::size_t transitions_ = 0;
  HugeVector<Cell> cells_;
  HugeVector<std::int16_t> weights_;
  std::size_t homes_ = 1;  // the table has some more cells, so that no search leaves it
};

}  // namespace dodona
