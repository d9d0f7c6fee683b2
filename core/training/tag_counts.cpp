#include "training/tag_counts.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>

namespace dodona {
namespace {

// With more forms than this, those that occurred once are forgotten, so that memory is bounded.
constexpr std::size_t kMostForms = std::size_t{1} << 21;

using Key = std::array<StringId, 3>;

Key key_of(const Treebank& treebank, std::size_t word, bool xpos) {
  return {treebank[Text::tag][word], xpos ? treebank[Text::fine_tag][word] : kUnspecified, treebank[Text::feats][word]};
}

// Each combination of strings, once: comparing tags by text is slow.
std::map<Key, Tag> combinations(const Treebank& treebank, bool xpos) {
  const StringPool& strings = *treebank.strings;
  std::map<Key, Tag> found;
  for (std::size_t word = 0; word < treebank.words(); ++word) found.try_emplace(key_of(treebank, word, xpos));
  for (auto& [key, tag] : found)
    tag = {std::string(strings[key[0]]), std::string(strings[key[1]]), std::string(strings[key[2]])};
  return found;
}

TagSet set_of(const Treebank& treebank, bool xpos) {
  std::vector<Tag> tags;
  for (auto& [key, tag] : combinations(treebank, xpos)) tags.push_back(tag);
  return TagSet(std::move(tags));
}

std::size_t total(std::span<const std::pair<TagId, std::uint32_t>> counts) {
  std::size_t sum = 0;
  for (const auto& [tag, times] : counts) sum += times;
  return sum;
}

}  // namespace

TagCounts::TagCounts(const Treebank& treebank, bool xpos) : xpos_(xpos), tags_(set_of(treebank, xpos)) {
  add(treebank);
}

std::vector<TagId> TagCounts::tags_of(const Treebank& treebank) const {
  std::map<Key, TagId> numbers;
  for (const auto& [key, tag] : combinations(treebank, xpos_)) numbers.emplace(key, tags_.find(tag));
  std::vector<TagId> tags;
  tags.reserve(treebank.words());
  for (std::size_t word = 0; word < treebank.words(); ++word) tags.push_back(numbers.at(key_of(treebank, word, xpos_)));
  return tags;
}

std::size_t TagCounts::add(const Treebank& treebank) {
  const std::vector<TagId> tags = tags_of(treebank);
  std::vector<Counts*> places(treebank.strings->size());  // by the number of the string
  for (std::size_t word = 0; word < treebank.words(); ++word) {
    if (tags[word] == tags_.none()) continue;
    const StringId form = treebank[Text::form][word];
    Counts*& counts = places[form];
    if (counts == nullptr) {
      const std::string_view text = (*treebank.strings)[form];
      auto found = seen_.find(text);
      if (found == seen_.end()) found = seen_.emplace(text, Counts{}).first;
      counts = &found->second;
    }
    const auto place = std::ranges::find(*counts, tags[word], &Counts::value_type::first);
    if (place == counts->end())
      counts->emplace_back(tags[word], 1u);
    else
      ++place->second;
  }
  if (seen_.size() > kMostForms) std::erase_if(seen_, [](const auto& each) { return total(each.second) == 1; });
  return static_cast<std::size_t>(std::ranges::count(tags, tags_.none()));
}

Dictionary TagCounts::dictionary(std::size_t known_from, std::size_t closed_from) const {
  std::map<std::string_view, Counts> known;  // sorted by text
  for (const auto& [form, counts] : seen_)
    if (total(counts) >= known_from) std::ranges::sort(known[form] = counts);
  Dictionary::Parts parts;
  for (const auto& [form, counts] : known) {
    parts.forms.emplace_back(form);
    parts.sizes.push_back(static_cast<std::uint16_t>(counts.size()));
    parts.closed.push_back(total(counts) >= closed_from);
    for (const auto& [tag, times] : counts) parts.tags.push_back(tag);
  }
  return Dictionary(std::move(parts), tags_);
}

}  // namespace dodona
