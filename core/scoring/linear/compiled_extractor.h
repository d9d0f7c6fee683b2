// Extracts features with compiled templates, from partial sums that are kept between configurations.
#pragma once

#include <cstdint>
#include <vector>

#include "features/compiled.h"
#include "features/extractor.h"
#include "features/indexed_templates.h"

namespace dodona {

/// Keys of features, and places of indexed ones, are sums of a term for each atom. Atoms of the word at the top of the
/// stack have the same values whenever it is there, and those of the front of the buffer until it moves: a parser adds
/// up their terms once for a word, and those of the few other atoms in every configuration.
///
/// Templates belong to the part that all of their atoms belong to, or else to the rest. An extractor evaluates the
/// atoms of one part, for the templates of that part (its own) and for those of the rest. Only for sets that are
/// compiled: with loops it would be no faster than an Extractor for each part.
class CompiledExtractor {
 public:
  /// There must be code for the set: `indexed.code`.
  CompiledExtractor(const TemplateSet& set, Part part, const IndexedTemplates& indexed);

  /// For the features of its own templates.
  FeatureList list() const { return FeatureList(own_keys_, own_places_); }

  /// The partial sums of a part: those of the templates of the rest first, padded to whole vectors, then those of its
  /// own.
  struct PartialSums {
    std::vector<std::uint32_t> places;
    std::vector<FeatureKey> keys;
    std::vector<std::uint8_t> complete;
    SumsFrom from() const { return {places.data(), keys.data(), complete.data()}; }
    SumsTo to() { return {places.data(), keys.data(), complete.data()}; }
  };
  /// Without the terms of any atom.
  const PartialSums& start() const { return start_; }
  /// Those of a stack without any word: its atoms have no values.
  PartialSums nothing() const;

  /// The sums for the stack or the buffer of `c`; `sums` has been a copy of `start()` once.
  template <class C>
  void add_up(const C& c, WordValues words, PartialSums& sums) const;
  /// The features of this part's own templates.
  void own_features(const PartialSums& sums, FeatureList& out) const;
  /// The features of the rest, given the sums of the others.
  template <class C>
  void extract(const C& c, WordValues words, const PartialSums& stack, const PartialSums& buffer,
               FeatureList& out) const;

 private:
  static constexpr std::size_t kMostKeys = 1024;
  template <class C>
  void add(const C& c, WordValues words, SumsFrom from, SumsTo to) const;
  static void keep_complete(const FeatureKey* keys, const std::uint8_t* complete, std::size_t count, FeatureList& out);

  PartialSums start_;
  std::size_t rest_places_ = 0, rest_keys_ = 0;  // with those that fill up vectors
  std::size_t own_places_ = 0, own_keys_ = 0;
  std::vector<std::size_t> partial_keys_;  // the keys that this part has atoms of
  std::vector<std::uint32_t> strides_;
  CompiledTemplates::OfPart code_;
};

}  // namespace dodona
