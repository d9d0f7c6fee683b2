// From a configuration to the keys of its features.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "features/direct.h"
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

/// Asks all questions of a template set, or of a part of it, about a configuration.
class Extractor {
 public:
  explicit Extractor(const TemplateSet& set);
  /// Only a part of the set, and some of that to be looked up in a table.
  Extractor(const TemplateSet& set, Part part, const DirectTemplates& direct);

  std::size_t templates() const { return templates_; }
  FeatureList list() const { return is_part_ ? FeatureList(templates_, direct_count_) : FeatureList(templates_); }

  /// Fills `out` with the features of `c`. A template stays silent where one of its questions has no
  /// answer, as in Zhang and Nivre's own parser. A feature has the same key in a part as in the whole.
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
    std::vector<std::uint16_t> from;    ///< the template's number
    std::vector<std::uint16_t> shares;  ///< one for each question, among those that are hashed
    std::vector<std::uint64_t> seeds;   ///< one for each template
  };
  struct DirectGroup {
    std::vector<std::uint16_t> answers;
    std::vector<std::uint32_t> strides;
    std::vector<std::uint32_t> bases;
  };
  Extractor(const TemplateSet& set, const DirectTemplates& direct, const std::vector<bool>& wanted);
  template <std::size_t N, bool Named>
  static std::size_t hash(const Group& group, const std::uint64_t* shares, FeatureKey* keys, std::uint16_t* from,
                          std::size_t size);
  template <std::size_t N>
  static std::uint32_t* number(const DirectGroup& group, const Value* answers, std::uint32_t* out);

  Questions questions_;
  std::vector<std::uint16_t> hashed_;   // the answers that hashes need
  std::vector<std::uint64_t> factors_;  // their factors
  std::array<Group, kMostQuestions + 1> groups_;
  std::array<DirectGroup, kMostQuestions + 1> direct_;
  std::size_t templates_ = 0, direct_count_ = 0;
  bool is_part_ = false;
};

}  // namespace dodona
