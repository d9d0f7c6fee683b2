// The tags of a tagger, and their factors.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace dodona {

/// The number of a tag, which is a combination of UPOS, XPOS and FEATS.
using TagId = std::uint32_t;

struct Tag {
  std::string upos, xpos, feats;
  bool operator==(const Tag&) const = default;
  auto operator<=>(const Tag&) const = default;
};

/// All combinations of UPOS, XPOS and FEATS in a treebank: in morphologically rich languages hundreds, too many to
/// learn each on its own.
///
/// The score of a tag is the sum over its factors, which have the weights: its UPOS, its XPOS, and each of its
/// features, with any UPOS. So Case=Gen is learnt once for all numbers and genders. Only combinations in the treebank
/// are ever predicted.
class TagSet {
 public:
  /// Sorts the tags, so that those of one UPOS are consecutive.
  explicit TagSet(std::vector<Tag> tags);

  std::size_t size() const { return tags_.size(); }
  const Tag& operator[](TagId tag) const { return tags_[tag]; }
  const std::vector<Tag>& tags() const { return tags_; }
  /// No tag, or the tag before the first word.
  TagId none() const { return static_cast<TagId>(size()); }
  /// The number of a tag; `none()` if it is not in the set.
  TagId find(const Tag& tag) const;

  /// The factors of a tag, as columns of the weights. The first is its UPOS, which has the number of its group.
  std::span<const std::uint16_t> factors(TagId tag) const {
    return std::span(factors_).subspan(begin_[tag], begin_[tag + 1] - begin_[tag]);
  }
  std::size_t columns() const { return columns_; }

  /// Tags with the same UPOS: group i has the tags from `group_begin(i)` up to `group_begin(i + 1)`.
  std::size_t groups() const { return group_begin_.size() - 1; }
  TagId group_begin(std::size_t group) const { return group_begin_[group]; }

  /// The values of tags in features: hashes of the UPOS, of UPOS and XPOS, and of the whole tag.
  std::uint64_t upos_value(TagId tag) const { return upos_values_[tag]; }
  std::uint64_t coarse_value(TagId tag) const { return coarse_values_[tag]; }
  std::uint64_t full_value(TagId tag) const { return full_values_[tag]; }

 private:
  std::vector<Tag> tags_;
  std::vector<std::uint16_t> factors_;
  std::vector<std::uint32_t> begin_{0};
  std::vector<TagId> group_begin_{0};
  std::vector<std::uint64_t> upos_values_, coarse_values_, full_values_;
  std::size_t columns_ = 0;
};

}  // namespace dodona
