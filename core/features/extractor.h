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

/// The features of a configuration: keys, and the templates that they come from; and places in a table
/// for templates that have one (see DirectTemplates).
struct FeatureList {
  explicit FeatureList(std::size_t templates) : keys(templates), from(templates) {}
  /// For parsing, which need not know the templates.
  FeatureList(std::size_t templates, std::size_t direct_templates) : keys(templates), direct(direct_templates) {}
  std::vector<FeatureKey> keys;
  std::vector<std::uint16_t> from;
  std::size_t size = 0;
  std::vector<std::uint32_t> direct;
};

/// Templates that have few different answers, such as pairs of tags, need no hashing: their answers can
/// be numbered, and their features looked up in a plain table.
struct DirectTemplates {
  struct Template {
    bool is_direct = false;
    std::uint32_t base = 0;              ///< where its part of the table begins
    std::vector<std::uint32_t> strides;  ///< for each question
  };

  DirectTemplates() = default;
  /// `values` says how many values each question has, 0 being too many to count.
  DirectTemplates(const TemplateSet& set, const std::vector<std::uint32_t>& values);

  std::vector<Template> templates;
  std::vector<std::uint32_t> values;
  std::uint32_t size = 0;  ///< of the table
};

/// Some templates see nothing but the words at the top of the stack or at the front of the buffer. As
/// long as those stay where they are their features are the same, and so is the sum of their weights.
enum class Part : std::uint8_t { stack, buffer, rest };
inline constexpr std::size_t kParts = 3;

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

  /// A number for all that the templates see of `c`: configurations with the same one have the same features. (As with the keys of
  /// features, 64 bits say so with certainty enough.)
  template <class C>
  std::uint64_t context(const C& c) const;

  /// The key of a template's feature, given the answers to its questions.
  static FeatureKey key_of(const TemplateSet& set, std::size_t number, const Value* answers);

 private:
  static constexpr std::size_t kMostQuestions = 8, kMostDirect = 4;
  // Templates that ask the same number of questions lie together: their loops are unrolled.
  struct Group {
    std::vector<std::uint16_t> from;   ///< the template's number
    std::vector<std::uint16_t> atoms;  ///< one for each question, among those that are hashed
    std::vector<std::uint64_t> seeds;  ///< one for each template
  };
  struct DirectGroup {
    std::vector<std::uint16_t> atoms;
    std::vector<std::uint32_t> strides;
    std::vector<std::uint32_t> bases;
  };
  // What the questions about arcs ask of one address: masks.
  struct Glance {
    std::uint8_t address;
    std::uint64_t label_and_attached = 0;
    std::uint32_t counts = 0, left_labels = 0, right_labels = 0;
  };
  static constexpr std::size_t kInGlance = 4;
  template <class Wanted>
  Extractor(const TemplateSet& set, const DirectTemplates& direct, Wanted wanted);
  template <class C>
  void find_nodes(const C& c, Node* nodes) const;
  template <class C>
  void answer_others(const C& c, WordValues words, const Node* nodes, Value* values) const;
  static std::vector<std::size_t> in_runs(const std::vector<Address>& addresses);
  template <std::size_t N, bool Named>
  static std::size_t hash(const Group& group, const std::uint64_t* shares, FeatureKey* keys, std::uint16_t* from, std::size_t size);
  template <std::size_t N>
  static std::uint32_t* number(const DirectGroup& group, const Value* values, std::uint32_t* out);

  // Addresses and questions of one kind that stand one after the other: what is to be done is decided once for all of them.
  template <class Kind>
  struct Run {
    Kind kind;
    std::size_t begin, end;
  };
  std::vector<Address> addresses_;
  std::vector<Run<Address::Step>> steps_;
  std::vector<Atom> attributes_;  // questions about words come first: they need no branches
  std::vector<Atom> others_;
  std::vector<Run<Atom::Kind>> kinds_;
  std::vector<Glance> glances_;         // the same, by address
  std::vector<std::uint64_t> context_factors_;
  std::vector<std::uint16_t> hashed_;   // the questions that hashes need
  std::vector<std::uint64_t> factors_;  // their factors
  std::array<Group, kMostQuestions + 1> groups_;
  std::array<DirectGroup, kMostDirect + 1> direct_;
  std::size_t templates_ = 0, direct_count_ = 0;
  bool is_part_ = false;
};

/// The distance from one node to another as templates see it: 1 to 4, 5 to 10, more, or back (after a swap).
inline constexpr Value kDistances = 8;
Value distance_between(Node one, Node other, Node words);

}  // namespace dodona
