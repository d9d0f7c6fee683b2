// Extracts features with compiled templates; keeps partial sums between configurations.
#pragma once

#include <cstdint>
#include <vector>

#include "features/compiled.h"
#include "features/extractor.h"
#include "features/indexed_templates.h"

namespace dodona {

/// Feature keys, and places of indexed features, are sums of a term for each atom. The atoms of a word have the same
/// values whenever it is at the top of the stack, and those of the front of the buffer until it moves. Their terms are
/// added up once per word; only those of the few other atoms are added up in every configuration.
///
/// A template belongs to the part that all of its atoms belong to, else to the rest. An extractor evaluates the
/// atoms of one part, for the templates of that part (its own) and for those of the rest.
class CompiledExtractor {
 public:
  /// There must be code for the set: `indexed.code`.
  CompiledExtractor(const TemplateSet& set, Part part, const IndexedTemplates& indexed);

  /// An empty list with room for the features of its own templates.
  FeatureList list() const { return FeatureList(own_keys_, own_places_); }

  /// The partial sums of a part: first those of the templates of the rest, padded to whole vectors, then its own.
  struct PartialSums {
    std::vector<std::uint32_t> places;
    std::vector<FeatureKey> keys;
    std::vector<std::uint8_t> complete;
    SumsFrom from() const { return {places.data(), keys.data(), complete.data()}; }
    SumsTo to() { return {places.data(), keys.data(), complete.data()}; }
  };
  /// The sums before any atom's term is added.
  const PartialSums& start() const { return start_; }
  /// The sums of an empty stack, whose atoms have no values.
  PartialSums nothing() const;

  /// The sums for the stack or the buffer of `c`. `sums` must have been initialised from `start()`.
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
  std::size_t rest_places_ = 0, rest_keys_ = 0;  // with padding
  std::size_t own_places_ = 0, own_keys_ = 0;
  std::vector<std::size_t> partial_keys_;  // the keys that this part has atoms of
  std::vector<std::uint32_t> strides_;
  CompiledTemplates::OfPart code_;
};

}  // namespace dodona
