// A trained linear model, packed for parsing.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "features/extractor.h"
#include "learners/averaged_perceptron.h"
#include "learners/memory.h"
#include "transitions/transitions.h"

namespace dodona {

/// Weights rounded to integers, in a table made for reading fast: few cache lines, and no branch that
/// depends on what is found, since nobody could predict it.
///
/// A cell is 16 bytes: 32 bits to know its feature by, and up to three weights of 16 bits with their
/// transitions. Features with more weights have them elsewhere: up to six as a list, and more as a row,
/// one weight a transition. Rows are what parsers read most; their weights have 8 bits, and the row's
/// shift says what they are multiples of. Four cells are a cache line, and a feature is in the line
/// that its key says or, if that is full, in one of the next.
/// Sums fit into 16 bits whatever features meet: the scale sees to that (`pack`).
class LinearModel {
 public:
  struct Cell {
    std::uint32_t fingerprint = 0;  // 0: free
    std::uint16_t data[6] = {};
  };
  static_assert(sizeof(Cell) == 16);

  LinearModel() = default;
  /// The arrays that a model is saved as.
  struct Parts {
    std::size_t transitions = 0;
    std::size_t homes = 1;  ///< lines that keys say; the table has some more
    std::span<const Cell> cells;
    std::span<const std::int8_t> rows;
    std::span<const std::uint16_t> lists;
  };
  /// Takes what `parts()` gave; throws std::invalid_argument if it does not fit together.
  explicit LinearModel(const Parts& parts);
  Parts parts() const { return {transitions_, homes_, cells_, rows_, lists_}; }

  /// Averages and rounds the weights of a perceptron.
  static LinearModel pack(const AveragedPerceptron& learner);

  std::size_t transitions() const { return transitions_; }
  /// One score a transition and then some: scores are added in whole vectors.
  std::size_t padded_transitions() const { return padded(transitions_); }
  std::size_t features() const;

  /// Weights that are `weights[i] << shift`.
  struct Row {
    const std::int8_t* weights;
    int shift;
  };

  /// Where a configuration's scores are made. Scoring has three steps, so that others can work while
  /// one waits for memory: ask for the cells, look at them and ask for the weights, add those up.
  struct Workspace {
    Workspace(const LinearModel& model, std::size_t templates)
        : scores(2 * model.padded_transitions()), found(templates), rows(templates), lists(templates), cells(templates) {}
    HugeVector<std::int16_t> scores;
    std::vector<const Cell*> found;
    std::vector<Row> rows;
    std::vector<const std::uint16_t*> lists, cells;
    std::size_t row_count = 0, list_count = 0, cell_count = 0;
  };
  void ask(const FeatureList& features) const;
  void look_up(const FeatureList& features, Workspace& workspace) const;
  /// The sums of the weights, one a transition.
  const std::int16_t* sum(Workspace& workspace) const;

  /// All three at once.
  const std::int16_t* score(const FeatureList& features, Workspace& workspace) const {
    ask(features);
    look_up(features, workspace);
    return sum(workspace);
  }

 private:
  // The first number of a cell that has its weights elsewhere. Then come kRow and the shift, or 0 for a
  // list; and in the third and fourth number, where it begins.
  static constexpr std::uint16_t kElsewhere = 0xFFFF, kRow = 0x8000;
  static constexpr std::size_t kInCell = 3, kInList = 6, kInLine = 4;
  static constexpr std::size_t kLanes = 32;
  // At least one column is no transition's: what fills up short lists goes there.
  static std::size_t padded(std::size_t transitions) { return (transitions + kLanes) / kLanes * kLanes; }
  static std::uint32_t fingerprint(FeatureKey key) { return static_cast<std::uint32_t>(key >> 12) | 1; }
  const Cell* home(FeatureKey key) const { return &cells_[high_product(key, homes_) * kInLine]; }
  const Cell* find(FeatureKey key) const;
  static std::size_t place_of(const Cell& cell) { return cell.data[2] | (std::size_t{cell.data[3]} << 16); }
  static bool is_row(const Cell& cell) { return cell.data[0] == kElsewhere && cell.data[1] >= kRow; }
  void prepare();
  void fill(Cell& cell, std::span<const std::pair<std::uint16_t, std::int16_t>> weights);

  std::size_t transitions_ = 0;
  std::size_t homes_ = 1;
  HugeVector<Cell> cells_;
  HugeVector<std::int8_t> rows_;     // one after the other, each padded
  HugeVector<std::uint16_t> lists_;  // six times: transition, weight
  Cell nothing_;                     // what is found where there is nothing
};

}  // namespace dodona
