// The features of the configurations of a sentence, extracted part by part with compiled templates.
#pragma once

#include <array>
#include <vector>

#include "scoring/linear/compiled_extractor.h"

namespace dodona {

/// Extractors for the stack, the buffer and the rest.
using PartExtractors = std::array<CompiledExtractor, 3>;
/// There must be code for the set: `indexed.code`.
PartExtractors part_extractors(const TemplateSet& set, const IndexedTemplates& indexed);

/// Extracts the features of one configuration after another. Those of the stack's own templates are extracted when a
/// word is first at its top, those of the buffer's own templates when its front has moved, and those of the rest every
/// time.
class IncrementalExtractor {
 public:
  explicit IncrementalExtractor(const PartExtractors& extractors);

  void start(WordValues words, Node length);
  template <class C>
  void look_at(const C& c);

  /// The top of the stack, or kNone.
  Node top() const { return top_; }
  bool stack_is_new() const { return stack_is_new_; }
  bool buffer_is_new() const { return buffer_is_new_; }
  const FeatureList& stack() const { return stack_; }  ///< of the last word that was new at the top
  const FeatureList& buffer() const { return buffer_; }
  const FeatureList& rest() const { return rest_; }

 private:
  using PartialSums = CompiledExtractor::PartialSums;

  const PartExtractors& extractors_;
  FeatureList stack_, buffer_, rest_;
  WordValues words_{};
  Node top_ = kNone;
  Node front_ = kNone;  // the front of the buffer whose features buffer_ has
  bool stack_is_new_ = false, buffer_is_new_ = false;
  std::vector<char> known_;  // whether a word has been at the top
  PartialSums nothing_, buffer_sums_;
  std::vector<PartialSums> stack_sums_;  // by word
};

}  // namespace dodona
