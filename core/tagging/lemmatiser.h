// Lemmas of tagged words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scoring/linear/packed_weights.h"
#include "tagging/edit_script.h"
#include "treebank/treebank.h"

namespace dodona {

/// What a lemmatiser looks at: the ends of a form, together with its UPOS and FEATS.
struct LemmaFeatures {
  static constexpr std::size_t kTemplates = 24;
  static FeatureList list() { return FeatureList(kTemplates); }
  static void extract(std::string_view form, std::string_view upos, std::string_view feats, FeatureList& out);
  /// What exceptions are known by.
  static std::uint64_t key_of(std::string_view form, std::string_view upos, std::string_view feats);
};

/// Chooses an edit script for every word; it never changes, and any number of threads may use it.
class Lemmatiser {
 public:
  struct Exception {
    std::uint64_t word;    ///< LemmaFeatures::key_of it
    std::uint32_t script;
  };

  /// The model has a column for each of the first scripts; others are for exceptions, which are in order.
  /// Throws std::invalid_argument if the parts do not fit together.
  Lemmatiser(std::vector<EditScript> scripts, PackedWeights model, std::vector<Exception> exceptions);

  const std::vector<EditScript>& scripts() const { return scripts_; }
  const PackedWeights& model() const { return model_; }
  const std::vector<Exception>& exceptions() const { return exceptions_; }

  /// The treebank with the lemmas of its words, as their UPOS and FEATS ask for.
  Treebank lemmatise(const Treebank& treebank) const;

  /// The best of the scripts that can be applied to a form, exceptions aside.
  std::size_t choose(std::string_view form, const std::int16_t* scores, std::string& lemma) const;

 private:
  std::vector<EditScript> scripts_;
  PackedWeights model_;
  std::vector<Exception> exceptions_;
};

}  // namespace dodona
