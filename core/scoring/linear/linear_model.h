// A linear model: the score of a transition is the sum of its weights for the features of the configuration.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "base/memory.h"
#include "scoring/feature_model.h"
#include "scoring/linear/hashed_weights.h"
#include "scoring/linear/incremental_extractor.h"
#include "scoring/linear/packed_weights.h"
#include "scoring/linear/shortcuts.h"

namespace dodona {

/// Weights are in a table of features (PackedWeights) or in a hash kernel (HashedWeights).
template <class Weights>
class LinearModel final : public FeatureModel {
 public:
  LinearModel(std::shared_ptr<const ParserSpec> spec, std::shared_ptr<const FeatureSet> features, Weights weights);

  MakeScorer scorers(const Treebank& treebank) const override;
  double unit() const override { return weights_.scale(); }
  std::size_t features() const override { return weights_.features(); }
  std::size_t weights() const override { return weights_.weights(); }

  std::string kind() const override { return Weights::kKind; }
  Options values() const override;
  NamedArrays arrays(bool compact) const override;
  /// Throws std::invalid_argument if what was saved does not fit together or the spec.
  static std::unique_ptr<Model> load(std::shared_ptr<const ParserSpec> spec, const Options& values,
                                     const NamedViews& arrays);

  const Weights& table() const { return weights_; }
  const Shortcuts& shortcuts() const { return shortcuts_; }
  /// To be called before scorers use the model. Throws std::invalid_argument if the shortcuts do not fit it.
  void set_shortcuts(std::span<const Shortcuts::Shortcut> shortcuts);

 private:
  template <class>
  friend class LinearScorer;

  Weights weights_;
  Shortcuts shortcuts_;
  // For speed, if there is code for the templates: a table for those with few values, and extractors for the parts of a
  // configuration.
  IndexedTemplates indexed_;
  HugeVector<std::uint32_t> index_;
  std::optional<PartExtractors> parts_;
};

extern template class LinearModel<PackedWeights>;
extern template class LinearModel<HashedWeights>;

}  // namespace dodona
