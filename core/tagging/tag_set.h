// The tags that a tagger knows, and what they are made of.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace dodona {

/// The number of a tag: of a UPOS, an XPOS and a FEATS that belong together.
using TagId = std::uint32_t;

struct Tag {
  std::string upos, xpos, feats;
  bool operator==(const Tag&) const = default;
  auto operator<=>(const Tag&) const = default;
};

/// All combinations of UPOS, XPOS and FEATS that a treebank has: hundreds of them in rich languages, too many to learn each by itself.
///
/// A tag is the sum of its factors, and these are what has weights: its UPOS, its XPOS, and each of its features, whatever
/// UPOS they go with. So Case=Gen is learnt once, whatever number and gender go with it; and only combinations that were seen are
/// ever chosen.
class TagSet {
 public:
  TagSet() = default;
  /// The tags are put in order: those of one UPOS lie together.
  explicit TagSet(std::vector<Tag> tags);

  std::size_t size() const { return tags_.size(); }
  const Tag& operator[](TagId tag) const { return tags_[tag]; }
  const std::vector<Tag>& tags() const { return tags_; }
  /// The number of a tag; `size()` if there is none such.
  TagId find(const Tag& tag) const;

  /// The factors of a tag, by the number of their column of weights. The first is that of its UPOS, which has the number of its group.
  std::span<const std::uint16_t> factors(TagId tag) const { return std::span(factors_).subspan(begin_[tag], begin_[tag + 1] - begin_[tag]); }
  std::size_t columns() const { return columns_; }

  /// Groups of tags with the same UPOS: group i is those from `group_begin(i)` up to `group_begin(i + 1)`.
  std::size_t groups() const { return group_begin_.size() - 1; }
  TagId group_begin(std::size_t group) const { return group_begin_[group]; }
  std::size_t group_of(TagId tag) const { return factors_[begin_[tag]]; }

  /// What features say of a tag: hashes of its UPOS, of UPOS and XPOS, and of all of it. `size()` is the tag of the words before the first.
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
