// Extracts the features of a configuration.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "features/atoms.h"
#include "features/hashing.h"
#include "features/templates.h"

namespace dodona {

/// The features of a configuration: keys with their templates; with compiled templates also table places for indexed
/// ones (see IndexedTemplates).
struct FeatureList {
  explicit FeatureList(std::size_t templates) : keys(templates), from(templates) {}
  /// Without the template of each key, which parsing does not need.
  FeatureList(std::size_t templates, std::size_t indexed_templates)
      : keys(templates), indexed(padded_templates(indexed_templates)), indexed_size(indexed_templates) {}
  std::vector<FeatureKey> keys;
  std::vector<std::uint16_t> from;
  std::size_t size = 0;
  std::vector<std::uint32_t> indexed;  ///< padded to whole vectors
  std::size_t indexed_size = 0;
};

/// Extracts the features of a configuration.
class Extractor {
 public:
  explicit Extractor(const TemplateSet& set);

  std::size_t templates() const { return templates_; }
  FeatureList list() const { return FeatureList(templates_); }

  /// Fills `out` with the features of `c`. A template has no feature where one of its atoms has no
  /// value, as in Zhang and Nivre's own parser.
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
    std::vector<std::uint16_t> terms;  ///< the place of each atom's value
    std::vector<std::uint64_t> seeds;  ///< one for each template
  };
  template <std::size_t N>
  static void hash(const Group& group, const std::uint64_t* terms, FeatureList& out);

  Atoms atoms_;
  std::vector<std::uint64_t> factors_;  // of the atoms' values
  std::array<Group, kMostAtomsOfTemplate + 1> groups_;
  std::size_t templates_;
};

}  // namespace dodona
