#include "tagging/tag_set.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string_view>

#include "base/hash.h"

namespace dodona {

TagSet::TagSet(std::vector<Tag> tags) : tags_(std::move(tags)) {
  std::sort(tags_.begin(), tags_.end());
  tags_.erase(std::unique(tags_.begin(), tags_.end()), tags_.end());
  if (tags_.empty()) throw std::invalid_argument("there are no tags");

  for (TagId tag = 1; tag < size(); ++tag)
    if (tags_[tag].upos != tags_[tag - 1].upos) group_begin_.push_back(tag);
  group_begin_.push_back(none());

  std::map<std::string, std::size_t> columns;  // by the name of the factor
  columns_ = groups();
  const auto column_of = [&](std::string name) {
    const auto [found, is_new] = columns.try_emplace(std::move(name), columns_);
    if (is_new) ++columns_;
    if (columns_ >= 0xFFFF) throw std::invalid_argument("there are too many tags");
    return static_cast<std::uint16_t>(found->second);
  };
  for (std::size_t group = 0; group < groups(); ++group) {
    for (TagId tag = group_begin_[group]; tag < group_begin_[group + 1]; ++tag) {
      const auto& [upos, xpos, feats] = tags_[tag];
      factors_.push_back(static_cast<std::uint16_t>(group));
      if (xpos != "_") factors_.push_back(column_of("\t" + xpos));
      std::string_view rest = feats;
      while (!rest.empty()) {  // _ (no features) is a factor too
        const std::size_t bar = std::min(rest.find('|'), rest.size());
        factors_.push_back(column_of("\t\t" + std::string(rest.substr(0, bar))));
        rest.remove_prefix(std::min(bar + 1, rest.size()));
      }
      begin_.push_back(static_cast<std::uint32_t>(factors_.size()));
      upos_values_.push_back(hash_text(upos));
      coarse_values_.push_back(hash_text(upos + "\t" + xpos));
      full_values_.push_back(hash_text(upos + "\t" + xpos + "\t" + feats));
    }
  }
  for (auto* values : {&upos_values_, &coarse_values_, &full_values_})
    values->push_back(hash_text("\tbefore the first word"));
}

TagId TagSet::find(const Tag& tag) const {
  const auto found = std::lower_bound(tags_.begin(), tags_.end(), tag);
  return found != tags_.end() && *found == tag ? static_cast<TagId>(found - tags_.begin()) : none();
}

}  // namespace dodona
