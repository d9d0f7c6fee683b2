// From a configuration to the keys of its features.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "features/encoder.h"
#include "features/templates.h"
#include "transitions/configuration.h"

namespace dodona {

/// A feature: a template and the values that it asks for, hashed to 64 bits.
using FeatureKey = std::uint64_t;

/// A sentence as the extractor sees it: values of each node's attributes, the root first.
struct WordValues {
  const Value* values;
  std::size_t attributes;
  Value operator()(Node node, std::size_t attribute) const {
    return values[static_cast<std::size_t>(node) * attributes + attribute];
  }
};

/// The features of a configuration: keys, and the templates that they come from.
struct FeatureList {
  explicit FeatureList(std::size_t templates) : keys(templates), from(templates) {}
  std::vector<FeatureKey> keys;
  std::vector<std::uint16_t> from;
  std::size_t size = 0;
};

/// Some templates see nothing but the words at the top of the stack or at the front of the buffer. As
/// long as those stay where they are their features are the same, and so is the sum of their weights.
enum class Part : std::uint8_t { stack, buffer, rest };
inline constexpr std::size_t kParts = 3;

/// Asks all questions of a template set, or of a part of it, about a configuration.
class Extractor {
 public:
  explicit Extractor(const TemplateSet& set);
  Extractor(const TemplateSet& set, Part part);

  std::size_t templates() const { return templates_; }
  FeatureList list() const { return FeatureList(templates_); }

  /// Fills `out` with the features of `c`. A template stays silent where one of its questions has no
  /// answer, as in Zhang and Nivre's own parser. A feature has the same key in a part as in the whole.
  void extract(const Configuration& c, WordValues words, FeatureList& out) const;

 private:
  static constexpr std::size_t kMostQuestions = 8;
  // Templates that ask the same number of questions lie together: their loops are unrolled.
  struct Group {
    std::vector<std::uint16_t> from;     ///< the template's number
    std::vector<std::uint16_t> atoms;    ///< one for each question
    std::vector<std::uint64_t> factors;  ///< likewise
    std::vector<std::uint64_t> seeds;    ///< one for each template
  };
  template <class Wanted>
  Extractor(const TemplateSet& set, Wanted wanted);
  template <std::size_t N>
  static std::size_t hash(const Group& group, const Value* values, FeatureKey* keys, std::uint16_t* from, std::size_t size);

  std::vector<Address> addresses_;
  std::vector<Atom> attributes_;  // questions about words come first: they need no branches
  std::vector<Atom> others_;
  std::array<Group, kMostQuestions + 1> groups_;
  std::size_t templates_ = 0;
};

/// The distance between s0 and b0 as templates see it: 1 to 4, 5 to 10, more.
Value distance_between(const Configuration& c);

}  // namespace dodona
