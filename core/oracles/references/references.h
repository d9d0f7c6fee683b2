// A set of reference trees for one sentence, represented without enumeration (Wisniewski, Lacroix and Yvon 2018,
// section 3).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "oracles/gold.h"

namespace dodona {

/// Words whose arcs differ together among references: each alternative gives all of them heads and labels. The
/// references of a sentence are all combinations of one alternative from each group. All of them must be projective
/// trees.
struct ReferenceGroup {
  struct Alternative {
    std::vector<Node> heads;    ///< one for each of the words
    std::vector<Label> labels;  ///< the same
  };
  std::vector<Node> words;
  std::vector<Alternative> alternatives;  ///< at least one
};

/// The first alternative of a group with the heads and labels of a tree, or else with its heads; 0 if there is none.
std::size_t alternative_in(const ReferenceGroup& group, std::span<const Node> heads, std::span<const Label> labels);

/// The references of one sentence: the arcs that all of them share, and groups for the others.
class References {
 public:
  /// The heads of words in a group are ignored. Throws std::invalid_argument if a word or a head is outside the
  /// sentence, a word is in two groups, or a group has no alternative.
  References(std::span<const std::int32_t> heads, std::span<const Label> labels, Label root_label,
             std::vector<ReferenceGroup> groups);

  /// The shared arcs; words in groups have no head.
  const Gold& shared() const { return shared_; }
  Node words() const { return shared_.words(); }
  std::span<const ReferenceGroup> groups() const { return groups_; }
  /// The numbers of the groups with an arc from or to a node.
  std::span<const std::uint32_t> groups_at(Node node) const { return groups_at_[static_cast<std::size_t>(node)]; }

 private:
  Gold shared_;
  std::vector<ReferenceGroup> groups_;
  std::vector<std::vector<std::uint32_t>> groups_at_;
};

}  // namespace dodona
