// Templates with the vocabularies of their attributes.
#pragma once

#include <optional>
#include <string>

#include "features/encoder.h"
#include "features/extractor.h"
#include "features/templates.h"

namespace dodona {

/// The features of a linear model: templates, and the vocabularies of the attributes that they use.
struct FeatureSet {
  /// Throws TemplateError if the text is not a template set.
  FeatureSet(const std::string& text, TagChoice tag)
      : templates(text), extractor(templates), encoder(templates.attributes, tag) {}

  TemplateSet templates;
  Extractor extractor;
  Encoder encoder;

  /// Which attribute of a word is its tag: `tag` if a template uses it, else `upos` or `xpos`.
  std::optional<std::size_t> tag_attribute() const;
};

}  // namespace dodona
