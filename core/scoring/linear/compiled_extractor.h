// Features of one configuration after the other, for parsing: what stays the same is added up once.
#pragma once

#include <cstdint>
#include <vector>

#include "features/compiled.h"
#include "features/direct.h"
#include "features/extractor.h"

namespace dodona {

/// Keys of features, and places in the table of direct ones, are sums of a share for each question. Questions about the
/// word at the top of the stack have the same answers whenever it is there, and those about the front of the buffer
/// until it moves: a parser adds up their shares once for a word, and only those of the few questions that are left in
/// every configuration.
///
/// Templates belong to the part that all of their questions belong to, or else to the rest. An extractor asks the
/// questions of one part, for the templates of that part (its own) and for those of the rest. Only for sets that are
/// compiled: with loops it would be no faster than an Extractor for each part.
class CompiledExtractor {
 public:
  /// There must be code for the set: `direct.code`.
  CompiledExtractor(const TemplateSet& set, Part part, const DirectTemplates& direct);

  /// For the features of its own templates.
  FeatureList list() const { return FeatureList(own_keys_, own_places_); }

  /// What the questions of a part come to: the templates of the rest first, as many as fill whole vectors, then its
  /// own.
  struct Sums {
    std::vector<std::uint32_t> places;
    std::vector<FeatureKey> keys;
    std::vector<std::uint8_t> answered;
    SumsFrom from() const { return {places.data(), keys.data(), answered.data()}; }
    SumsTo to() { return {places.data(), keys.data(), answered.data()}; }
  };
  /// Before anything is asked.
  const Sums& start() const { return start_; }
  /// Those of a stack without any word: nothing is answered.
  Sums nothing() const;

  /// The sums for the stack or the buffer of `c`; `sums` has been a copy of `start()` once.
  template <class C>
  void add_up(const C& c, WordValues words, Sums& sums) const;
  /// The features of this part's own templates.
  void own_features(const Sums& sums, FeatureList& out) const;
  /// The features of the rest, given the sums of the others.
  template <class C>
  void extract(const C& c, WordValues words, const Sums& stack, const Sums& buffer, FeatureList& out) const;

 private:
  static constexpr std::size_t kMostKeys = 1024;
  template <class C>
  void add(const C& c, WordValues words, SumsFrom from, SumsTo to) const;
  static void keep_answered(const FeatureKey* keys, const std::uint8_t* answered, std::size_t count, FeatureList& out);

  Sums start_;
  std::size_t rest_places_ = 0, rest_keys_ = 0;  // with those that fill up vectors
  std::size_t own_places_ = 0, own_keys_ = 0;
  std::vector<std::size_t> asking_;  // the keys that this part has questions for
  std::vector<std::uint32_t> strides_;
  CompiledTemplates::OfPart code_;
};

}  // namespace dodona
