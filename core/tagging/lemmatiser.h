// A lemmatiser for tagged words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scoring/linear/packed_weights.h"
#include "tagging/edit_script.h"
#include "text/exceptions.h"
#include "treebank/treebank.h"

namespace dodona {

/// The features of a lemmatiser: prefixes and suffixes of the form, combined with its UPOS and FEATS.
struct LemmaFeatures {
  static constexpr std::size_t kTemplates = 24;
  static void extract(std::string_view form, std::string_view upos, std::string_view feats, FeatureList& out);
  /// The key of an exception.
  static std::uint64_t key_of(std::string_view form, std::string_view upos, std::string_view feats);
};

/// Chooses an edit script for every word. It is immutable, so threads can share it.
class Lemmatiser {
 public:
  /// The model has one output for each of the first scripts; only exceptions, whose keys are by LemmaFeatures::key_of,
  /// use the other scripts. Throws std::invalid_argument if the parts are inconsistent.
  Lemmatiser(std::vector<EditScript> scripts, PackedWeights model, Exceptions exceptions);

  const std::vector<EditScript>& scripts() const { return scripts_; }
  const PackedWeights& model() const { return model_; }
  const Exceptions& exceptions() const { return exceptions_; }

  /// The treebank with lemmas, which depend on form, UPOS and FEATS.
  Treebank lemmatise(const Treebank& treebank) const;

  /// The best script that applies to a form, exceptions aside.
  std::size_t choose(std::string_view form, const std::int16_t* scores, std::string& lemma) const;

 private:
  std::vector<EditScript> scripts_;
  PackedWeights model_;
  Exceptions exceptions_;
};

}  // namespace dodona
