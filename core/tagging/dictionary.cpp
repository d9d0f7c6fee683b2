#include "tagging/dictionary.h"

#include <algorithm>
#include <stdexcept>

#include "base/hash.h"

namespace dodona {

Dictionary::Dictionary(Parts parts, const TagSet& tags) : parts_(std::move(parts)) {
  const std::size_t count = parts_.forms.size();
  std::size_t total = 0;
  for (const std::uint16_t size : parts_.sizes) total += size;
  const bool fits = parts_.sizes.size() == count && parts_.closed.size() == count && parts_.tags.size() == total &&
                    std::ranges::all_of(parts_.tags, [&](TagId tag) { return tag < tags.size(); }) &&
                    std::ranges::all_of(parts_.sizes, [](std::uint16_t size) { return size > 0; });
  if (!fits) throw std::invalid_argument("the parts of the dictionary are inconsistent");
  begin_.push_back(0);
  for (std::size_t i = 0; i < count; ++i) {
    begin_.push_back(begin_.back() + parts_.sizes[i]);
    std::vector<std::uint64_t> values;  // UPOS and XPOS only
    for (std::uint32_t at = begin_[i]; at < begin_[i + 1]; ++at) values.push_back(tags.coarse_value(parts_.tags[at]));
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::uint64_t value = values.size();
    for (const std::uint64_t each : values) value = hash_with(value, each);
    values_.push_back(value | 1);
    places_.emplace(parts_.forms[i], static_cast<std::uint32_t>(i));
  }
}

Dictionary::Entry Dictionary::find(std::string_view form) const {
  const auto found = places_.find(form);
  if (found == places_.end()) return {};
  const std::uint32_t at = found->second;
  return {std::span(parts_.tags).subspan(begin_[at], parts_.sizes[at]), parts_.closed[at] != 0, values_[at]};
}

}  // namespace dodona
