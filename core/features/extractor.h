// From a configuration to the keys of its features.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "features/hashing.h"
#include "features/questions.h"
#include "features/templates.h"

namespace dodona {

/// The features of a configuration: keys, and the templates that they come from; and places in a table
/// for templates that have one (see DirectTemplates).
struct FeatureList {
  explicit FeatureList(std::size_t templates) : keys(templates), from(templates) {}
  /// For parsing, which need not know the templates.
  FeatureList(std::size_t templates, std::size_t direct_templates)
      : keys(templates), direct(padded_templates(direct_templates)), direct_size(direct_templates) {}
  std::vector<FeatureKey> keys;
  std::vector<std::uint16_t> from;
  std::size_t size = 0;
  std::vector<std::uint32_t> direct;  ///< with room for whole vectors
  std::size_t direct_size = 0;
};

/// Asks all questions of a template set about a configuration. (Parsing adds up shares of keys instead: features/shares.h.)
class Extractor {
 public:
  explicit Extractor(const TemplateSet& set);

  std::size_t templates() const { return templates_; }
  FeatureList list() const { return FeatureList(templates_); }

  /// Fills `out` with the features of `c`. A template stays silent where one of its questions has no
  /// answer, as in Zhang and Nivre's own parser.
  template <class C>
  void extract(const C& c, WordValues words, FeatureList& out) const;

  /// A number for all that the templates see of `c`: configurations with the same one have the same features.
  template <class C>
  std::uint64_t context(const C& c) const {
    return questions_.context(c);
  }

 private:
  static constexpr std::size_t kMostQuestions = 8;
  // Templates that ask the same number of questions lie together: their loops are unrolled.
  struct Group {
    std::vector<std::uint16_t> from;     ///< the template's number
    std::vector<std::uint16_t> answers;  ///< one for each question
    std::vector<std::uint64_t> seeds;    ///< one for each template
  };
  template <std::size_t N>
  static std::size_t hash(const Group& group, const std::uint64_t* shares, FeatureKey* keys, std::uint16_t* from, std::size_t size);

  Questions questions_;
  std::vector<std::uint64_t> factors_;  // one for each answer
  std::array<Group, kMostQuestions + 1> groups_;
  std::size_t templates_;
};

}  // namespace dodona
