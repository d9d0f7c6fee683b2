// What learning to search makes of a treebank, packed for parsing: a move first, then a label.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>

#include "learners/packed_learner.h"
#include "transitions/moves.h"

namespace dodona {

/// Three base learners (Chang et al. 2015, section 3): one for moves, and one for the labels of each of the two arcs, which is asked
/// when the move is known.
class TwoStepModel {
 public:
  enum Step : std::uint8_t { moves, left_labels, right_labels };
  static constexpr std::size_t kSteps = 3;
  static constexpr Step labels_of(Move move) { return move == Move::left_arc ? left_labels : right_labels; }

  TwoStepModel() = default;
  TwoStepModel(std::array<PackedLearner, kSteps> learners, std::size_t transitions) : learners_(std::move(learners)), transitions_(transitions) {
    if (learners_[moves].actions() != kMoveCount || learners_[left_labels].actions() != learners_[right_labels].actions())
      throw std::invalid_argument("the base learners do not fit together");
  }

  const PackedLearner& operator[](Step step) const { return learners_[step]; }

  /// How many scores a configuration has: one a transition, and room for vectors.
  std::size_t columns() const { return (transitions_ + 31) / 32 * 32; }
  std::size_t features() const { return 0; }
  std::size_t weights() const { return learners_[0].weights() + learners_[1].weights() + learners_[2].weights(); }
  /// Scores are costs times this, less being more.
  double scale() const { return kScale; }

  /// A cost as a score.
  static std::int16_t score(float cost) { return static_cast<std::int16_t>(std::clamp(-cost * kScale, -32767.0f, 32767.0f)); }

 private:
  static constexpr float kScale = 512;  // moves that no choice was ever learnt for may be predicted to cost a lot

  std::array<PackedLearner, kSteps> learners_;
  std::size_t transitions_ = 0;
};

}  // namespace dodona
