// The tags of words, counted in any amount of text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tagging/dictionary.h"
#include "tagging/tag_set.h"
#include "treebank/treebank.h"

namespace dodona {

/// Forms with their tags in one treebank and any further ones. The tag set is that of the first; words with other tags
/// are not counted.
class TagCounts {
 public:
  /// Without `xpos`, tags have no XPOS.
  TagCounts(const Treebank& treebank, bool xpos);

  /// Returns how many words were not counted, since their tags are not in the set.
  std::size_t add(const Treebank& treebank);

  const TagSet& tags() const { return tags_; }
  /// The tag of each word; `tags().none()` if it is not in the set.
  std::vector<TagId> tags_of(const Treebank& treebank) const;
  /// The words that occur `known_from` times; those that occur `closed_from` times are closed.
  Dictionary dictionary(std::size_t known_from, std::size_t closed_from) const;

 private:
  using Counts = std::vector<std::pair<TagId, std::uint32_t>>;

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view string) const { return std::hash<std::string_view>{}(string); }
  };

  bool xpos_;
  TagSet tags_;
  std::unordered_map<std::string, Counts, Hash, std::equal_to<>> seen_;
};

}  // namespace dodona
