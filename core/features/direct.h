// Templates that need no hashing.
#pragma once

#include <cstdint>
#include <vector>

#include "features/compiled.h"
#include "features/encoder.h"
#include "features/templates.h"

namespace dodona {

/// Templates that have few different answers, such as pairs of tags, need no hashing: their answers can
/// be numbered, and their features looked up in a plain table.
struct DirectTemplates {
  struct Template {
    bool is_direct = false;
    std::uint32_t base = 0;              ///< where its part of the table begins
    std::vector<std::uint32_t> strides;  ///< for each question
  };

  DirectTemplates() = default;
  /// `values` says how many values each question has, 0 being too many to count.
  DirectTemplates(const TemplateSet& set, const std::vector<std::uint32_t>& values);

  std::vector<Template> templates;
  std::vector<std::uint32_t> values;
  std::uint32_t size = 0;  ///< of the table
  const CompiledTemplates* code =
      nullptr;  ///< if there is some for these templates, and for the direct ones among them
};

/// How many values each question can have; 0 for those that are not numbered from 0 on.
std::vector<std::uint32_t> value_counts(const TemplateSet& set, const Encoder& encoder, std::size_t labels);

/// Calls `take(place, key)` for every feature that direct templates can have.
template <class F>
void for_direct_features(const TemplateSet& set, const DirectTemplates& direct, F take) {
  for (std::size_t i = 0; i < set.templates.size(); ++i) {
    if (!direct.templates[i].is_direct) continue;
    const std::vector<std::uint16_t>& questions = set.templates[i];
    // All answers to the first `count` questions, given shares for the others. 0 is no answer, and has no feature.
    const auto fill = [&](auto& self, std::size_t count, std::uint32_t place, FeatureKey key) -> void {
      if (count == 0) return take(place, key);
      const std::uint16_t question = questions[count - 1];
      for (Value answer = 1; answer < direct.values[question]; ++answer)
        self(self, count - 1, place + answer * direct.templates[i].strides[count - 1],
             key + share_of(answer, factor_of(question)));
    };
    fill(fill, questions.size(), direct.templates[i].base, seed_of(i));
  }
}

}  // namespace dodona
