#include "oracles/references/references.h"

#include <stdexcept>
#include <utility>

namespace dodona {
namespace {

Gold shared_part(std::span<const std::int32_t> heads, std::span<const Label> labels, Label root_label,
                 const std::vector<ReferenceGroup>& groups) {
  std::vector<std::int32_t> kept(heads.begin(), heads.end());
  std::vector<char> is_open(heads.size(), 0);
  const auto words = static_cast<Node>(heads.size());
  for (const ReferenceGroup& group : groups) {
    if (group.alternatives.empty()) throw std::invalid_argument("a group of references has no alternative");
    for (const Node word : group.words) {
      if (word < 1 || word > words)
        throw std::invalid_argument("a group of references has a word outside its sentence");
      const auto place = static_cast<std::size_t>(word) - 1;
      if (std::exchange(is_open[place], char{1})) throw std::invalid_argument("a word is in two groups of references");
      kept[place] = kNone;
    }
    for (const auto& alternative : group.alternatives) {
      if (alternative.heads.size() != group.words.size() || alternative.labels.size() != group.words.size())
        throw std::invalid_argument("an alternative must have a head and a label for every word of its group");
      for (const Node head : alternative.heads)
        if (head < 0 || head > words) throw std::invalid_argument("an alternative has a head outside its sentence");
    }
  }
  return {kept, labels, root_label};
}

}  // namespace

std::size_t alternative_in(const ReferenceGroup& group, std::span<const Node> heads, std::span<const Label> labels) {
  const auto fits = [&](const ReferenceGroup::Alternative& alternative, bool with_labels) {
    for (std::size_t i = 0; i < group.words.size(); ++i) {
      const auto place = static_cast<std::size_t>(group.words[i]) - 1;
      if (alternative.heads[i] != heads[place] || (with_labels && alternative.labels[i] != labels[place])) return false;
    }
    return true;
  };
  for (const bool with_labels : {true, false})
    for (std::size_t i = 0; i < group.alternatives.size(); ++i)
      if (fits(group.alternatives[i], with_labels)) return i;
  return 0;
}

References::References(std::span<const std::int32_t> heads, std::span<const Label> labels, Label root_label,
                       std::vector<ReferenceGroup> groups)
    : shared_(shared_part(heads, labels, root_label, groups)), groups_(std::move(groups)),
      groups_at_(heads.size() + 1) {
  for (std::uint32_t number = 0; number < groups_.size(); ++number) {
    const auto add_at = [&](Node node) {
      auto& list = groups_at_[static_cast<std::size_t>(node)];
      if (list.empty() || list.back() != number) list.push_back(number);
    };
    for (const Node word : groups_[number].words) add_at(word);
    for (const auto& alternative : groups_[number].alternatives)
      for (const Node head : alternative.heads) add_at(head);
  }
}

}  // namespace dodona
