// All kinds of models that can be saved, by name.
#pragma once

#include <memory>
#include <string>

#include "scoring/scorer.h"

namespace dodona {

/// Restores a model from its kind, values and arrays. They may come from a hostile file: throws std::invalid_argument
/// or TemplateError if something does not fit together.
std::unique_ptr<Model> load_model(const std::string& kind, std::shared_ptr<const ParserSpec> spec,
                                  const Options& values, const NamedViews& arrays);

}  // namespace dodona
