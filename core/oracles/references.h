// Many trees for one sentence, none of which is ever written out (Wisniewski, Lacroix and Yvon 2018, section 3).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "oracles/gold.h"

namespace dodona {

/// Places where trees differ together: some words, and what heads and labels they may have, all at once. The trees of a sentence
/// are all that come of choosing one alternative for each group; groups must be such that all of these are projective trees.
struct ReferenceGroup {
  struct Alternative {
    std::vector<Node> heads;    ///< one for each of the words
    std::vector<Label> labels;  ///< the same
  };
  std::vector<Node> words;
  std::vector<Alternative> alternatives;  ///< at least one
};

/// The first alternative of a group that a tree has, by heads and labels if there is such a one, and by heads if not; 0 if there is none.
std::size_t alternative_in(const ReferenceGroup& group, std::span<const Node> heads, std::span<const Label> labels);

/// The references of one sentence: the arcs that all of them share, and groups of those that they do not.
class References {
 public:
  /// Heads of words that are in a group mean nothing. Throws std::invalid_argument if a word or a head is outside the
  /// sentence, a word is in two groups, or a group has no alternative.
  References(std::span<const std::int32_t> heads, std::span<const Label> labels, Label root_label, std::vector<ReferenceGroup> groups);

  /// The shared arcs; words in groups have no head.
  const Gold& shared() const { return shared_; }
  Node words() const { return shared_.words(); }
  std::span<const ReferenceGroup> groups() const { return groups_; }
  /// The groups with an arc that may begin or end at a node, by their numbers.
  std::span<const std::uint32_t> touching(Node node) const { return touching_[static_cast<std::size_t>(node)]; }

 private:
  Gold shared_;
  std::vector<ReferenceGroup> groups_;
  std::vector<std::vector<std::uint32_t>> touching_;
};

}  // namespace dodona
