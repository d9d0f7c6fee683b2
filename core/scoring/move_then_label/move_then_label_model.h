// A model that decides on a move first and then on a label (Chang et al. 2015, section 3).
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "scoring/feature_model.h"
#include "scoring/move_then_label/packed_regressor.h"
#include "transitions/moves.h"

namespace dodona {

/// Three regressors predict costs: one for moves, and one for the labels of each arc direction.
///
/// The cost of a transition is the cost of its move, plus the difference between the cost of its label and that of the
/// best legal label of the same arc. So the best transition is the best move with its best label, whether search
/// decides in two steps or compares all transitions. A score is a negative cost.
class MoveThenLabelModel final : public FeatureModel {
 public:
  static constexpr const char* kKind = "move-then-label";
  enum Step : std::uint8_t { moves, left_labels, right_labels };
  static constexpr std::size_t kSteps = 3;
  static constexpr Step labels_of(Move move) { return move == Move::left_arc ? left_labels : right_labels; }
  using Regressors = std::array<PackedRegressor, kSteps>;

  /// Throws std::invalid_argument if the regressors fit neither each other nor the labels.
  MoveThenLabelModel(std::shared_ptr<const ParserSpec> spec, std::shared_ptr<const FeatureSet> features,
                     Regressors regressors);

  MakeScorer scorers(const Treebank& treebank) const override;

  std::size_t weights() const override;
  std::string kind() const override { return kKind; }
  Options values() const override;
  NamedArrays arrays(bool compact) const override;
  /// Throws std::invalid_argument if what was saved does not fit together or the spec.
  static std::unique_ptr<Model> load(std::shared_ptr<const ParserSpec> spec, const Options& values,
                                     const NamedViews& arrays);

  const PackedRegressor& operator[](Step step) const { return regressors_[step]; }

 private:
  friend class MoveThenLabelScorer;

  Regressors regressors_;
};

}  // namespace dodona
