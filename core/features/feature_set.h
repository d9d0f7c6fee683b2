// Templates with the vocabularies of their attributes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "features/encoder.h"
#include "features/extractor.h"
#include "features/templates.h"

namespace dodona {

/// The features of a linear model: templates, and the vocabularies of the attributes that they use.
struct FeatureSet {
  /// Throws TemplateError if the text is not a template set.
  FeatureSet(const std::string& text, TagChoice tag, std::shared_ptr<const Clusters> clusters = nullptr)
      : templates(text), extractor(templates), encoder(templates.attributes, tag, std::move(clusters)) {}

  TemplateSet templates;
  Extractor extractor;
  Encoder encoder;

  /// Which attribute of a word is its tag: `tag` if a template uses it, else `upos` or `xpos`.
  std::optional<std::size_t> tag_attribute() const;
};

}  // namespace dodona
