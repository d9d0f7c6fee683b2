// The features of the configurations of a sentence, extracted part by part.
#pragma once

#include <vector>

#include "features/extractor.h"
#include "scoring/linear/compiled_extractor.h"

namespace dodona {

/// Extractors for the stack, the buffer and the rest.
struct PartExtractors {
  PartExtractors(const TemplateSet& set, const IndexedTemplates& indexed);
  std::vector<Extractor> plain;
  std::vector<CompiledExtractor> compiled;  ///< used instead, if there is code for the set
};

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
  /// The stack's features, whether or not its top is new; `c` is the last configuration that was extracted.
  template <class C>
  const FeatureList& stack_again(const C& c);

 private:
  using PartialSums = CompiledExtractor::PartialSums;

  template <class C>
  void extract(const C& c);
  template <class C>
  void add_up(const C& c);

  const PartExtractors& extractors_;
  FeatureList stack_, buffer_, rest_;
  WordValues words_{};
  Node top_ = kNone;
  Node listed_ = kNone;  // the word whose features stack_ has
  Node front_ = kNone;   // the front of the buffer whose features buffer_ has
  bool stack_is_new_ = false, buffer_is_new_ = false;
  std::vector<char> known_;  // whether a word has been at the top
  // With compiled extractors:
  PartialSums nothing_, buffer_sums_;
  std::vector<PartialSums> stack_sums_;  // by word
};

}  // namespace dodona
