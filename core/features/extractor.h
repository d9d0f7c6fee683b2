// Extracts the features of a configuration.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "features/atoms.h"
#include "features/hashing.h"
#include "features/indexed_templates.h"
#include "features/templates.h"

namespace dodona {

/// The features of a configuration: keys with their templates, and table places for indexed templates (see
/// IndexedTemplates).
struct FeatureList {
  explicit FeatureList(std::size_t templates) : keys(templates), from(templates) {}
  /// For parsing, which does not need the template of each key.
  FeatureList(std::size_t templates, std::size_t indexed_templates)
      : keys(templates), indexed(padded_templates(indexed_templates)), indexed_size(indexed_templates) {}
  std::vector<FeatureKey> keys;
  std::vector<std::uint16_t> from;
  std::size_t size = 0;
  std::vector<std::uint32_t> indexed;  ///< padded to whole vectors
  std::size_t indexed_size = 0;
};

/// Extracts the features of a configuration, for all templates of a set or for those of one part.
class Extractor {
 public:
  explicit Extractor(const TemplateSet& set);
  /// For the templates of one part, some of which may be indexed.
  Extractor(const TemplateSet& set, Part part, const IndexedTemplates& indexed);

  std::size_t templates() const { return templates_; }
  FeatureList list() const { return is_part_ ? FeatureList(templates_, indexed_count_) : FeatureList(templates_); }

  /// Fills `out` with the features of `c`. A template has no feature where one of its atoms has no
  /// value, as in Zhang and Nivre's own parser. A feature has the same key in a part as in the whole.
  template <class C>
  void extract(const C& c, WordValues words, FeatureList& out) const;

  /// A hash of everything the templates read from `c`: configurations with the same hash have the same features.
  template <class C>
  std::uint64_t context(const C& c) const {
    return atoms_.context(c);
  }

 private:
  static constexpr std::size_t kMostAtomsOfTemplate = 8;
  // Templates with the same number of atoms, so that loops over atoms can be unrolled.
  struct Group {
    std::vector<std::uint16_t> from;   ///< the template's number
    std::vector<std::uint16_t> terms;  ///< one for each atom, among those that are hashed
    std::vector<std::uint64_t> seeds;  ///< one for each template
  };
  struct IndexedGroup {
    std::vector<std::uint16_t> atoms;
    std::vector<std::uint32_t> strides;
    std::vector<std::uint32_t> bases;
  };
  Extractor(const TemplateSet& set, const IndexedTemplates& indexed, const std::vector<bool>& wanted);
  template <std::size_t N, bool Named>
  static std::size_t hash(const Group& group, const std::uint64_t* terms, FeatureKey* keys, std::uint16_t* from,
                          std::size_t size);
  template <std::size_t N>
  static std::uint32_t* number(const IndexedGroup& group, const Value* values, std::uint32_t* out);

  Atoms atoms_;
  std::vector<std::uint16_t> hashed_;   // the values that hashes need
  std::vector<std::uint64_t> factors_;  // their factors
  std::array<Group, kMostAtomsOfTemplate + 1> groups_;
  std::array<IndexedGroup, kMostAtomsOfTemplate + 1> indexed_groups_;
  std::size_t templates_ = 0, indexed_count_ = 0;
  bool is_part_ = false;
};

}  // namespace dodona
