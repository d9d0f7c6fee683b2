// Models with feature templates.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "features/feature_set.h"
#include "scoring/scorer.h"

namespace dodona {

class FeatureModel : public Model {
 public:
  FeatureModel(std::shared_ptr<const ParserSpec> spec, std::shared_ptr<const FeatureSet> features)
      : spec_(std::move(spec)), features_(std::move(features)) {}

  const ParserSpec& spec() const { return *spec_; }
  const FeatureSet& feature_set() const { return *features_; }

  /// The columns that templates read and that were not empty in training.
  std::vector<Text> columns() const override;
  /// The templates and vocabularies; derived models add their own values.
  Options values() const override;
  NamedArrays arrays(bool compact) const override;

 protected:
  std::shared_ptr<const EncodedSentences> encoded(const Treebank& treebank) const {
    return std::make_shared<const EncodedSentences>(features_->encoder.encode(treebank));
  }

 private:
  std::shared_ptr<const ParserSpec> spec_;
  std::shared_ptr<const FeatureSet> features_;
};

/// The features that a model was saved with. Throws std::invalid_argument or TemplateError if they do not fit together.
std::shared_ptr<const FeatureSet> load_features(const Options& values, const NamedViews& arrays);

}  // namespace dodona
