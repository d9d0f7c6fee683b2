#include "tokenising/splitter.h"

#include <algorithm>
#include <stdexcept>

#include "base/hash.h"
#include "text/characters.h"

namespace dodona {
namespace {

constexpr std::size_t kMostCharacters = 100;

}  // namespace

// A part is written as `begin end before after`, separated by tabs; a position counted from the end has a minus sign.
// Parts are separated by vertical tabs. A literal word is written as `=`, a tab, and the word.
std::optional<SplitRule> SplitRule::between(std::string_view token, const std::vector<std::string_view>& words) {
  if (std::ranges::any_of(words, has_control)) return std::nullopt;
  const Characters characters(token);
  const std::size_t length = characters.size();
  std::string all;
  std::size_t longest = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    all.append(words[i]);
    if (words[i].size() > words[longest].size()) longest = i;
  }
  std::string text;
  const auto part = [&](std::string_view begin, std::string_view end, std::string_view before, std::string_view after) {
    if (!text.empty()) text.push_back('\v');
    text.append(begin).append("\t").append(end).append("\t").append(before).append("\t").append(after);
  };
  const auto literal = [&](std::string_view word) {
    if (!text.empty()) text.push_back('\v');
    text.append("=\t").append(word);
  };
  const auto from_end = [&](std::size_t place) { return "-" + std::to_string(length - place); };
  if (length > kMostCharacters) {
    for (const std::string_view word : words) literal(word);
  } else if (all == token) {
    // The longest word is the stem. Positions before it are counted from the start of the token, positions after it
    // from the end.
    std::size_t at = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::size_t end = at + Characters(words[i]).size();
      part(i <= longest ? std::to_string(at) : from_end(at), i < longest ? std::to_string(end) : from_end(end), "", "");
      at = end;
    }
  } else {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const Characters word(words[i]);
      const std::size_t count = word.size();
      std::size_t front = 0, back = 0;
      while (front < std::min(count, length) && word[front] == characters[front]) ++front;
      while (back < std::min(count, length) && word[count - back - 1] == characters[length - back - 1]) ++back;
      if (i == 0 && front > 0 && front + 2 >= count)
        part("0", from_end(front), "", word.part(front, count));
      else if (i + 1 == words.size() && back > 0 && back + 2 >= count && back >= front)
        part(words[i].size() > words[0].size() ? std::to_string(length - back) : from_end(length - back), "-0",
             word.part(0, count - back), "");
      else
        literal(words[i]);
    }
  }
  return from_text(text);
}

std::optional<SplitRule> SplitRule::from_text(std::string_view text) {
  SplitRule rule;
  rule.text_ = text;
  for (const std::string_view each : split(text, '\v')) {
    const auto fields = split(each, '\t');
    if (std::ranges::any_of(fields, has_control)) return std::nullopt;
    Part part;
    if (fields.size() == 2 && fields[0] == "=" && !fields[1].empty()) {
      part.literal = true;
      part.after = fields[1];
    } else if (fields.size() == 4) {
      const auto number = [](std::string_view digits, bool& negative, std::uint8_t& value) {
        negative = digits.starts_with('-');
        return read_number(digits.substr(negative ? 1 : 0), value);
      };
      if (!number(fields[0], part.begin_from_end, part.begin) || !number(fields[1], part.end_from_end, part.end))
        return std::nullopt;
      part.before = fields[2];
      part.after = fields[3];
    } else {
      return std::nullopt;
    }
    rule.parts_.push_back(std::move(part));
  }
  if (rule.parts_.size() < 2) return std::nullopt;
  return rule;
}

std::optional<std::vector<std::string>> SplitRule::apply(std::string_view token) const {
  const Characters characters(token);
  const auto length = static_cast<std::ptrdiff_t>(characters.size());
  std::vector<std::string> words;
  for (const Part& part : parts_) {
    if (part.literal) {
      words.push_back(part.after);
      continue;
    }
    const std::ptrdiff_t begin = part.begin_from_end ? length - part.begin : part.begin,
                         end = part.end_from_end ? length - part.end : part.end;
    if (begin < 0 || end < begin || end > length) return std::nullopt;
    std::string& word = words.emplace_back(part.before);
    word.append(characters.part(static_cast<std::size_t>(begin), static_cast<std::size_t>(end))).append(part.after);
    if (word.empty()) return std::nullopt;
  }
  return words;
}

void Splitter::extract(std::string_view token, FeatureList& out) {
  constexpr std::size_t kSuffixes = 7, kPrefixes = 5;
  const std::string lowered = lower_case(token);
  const Characters characters(lowered);
  out.size = 0;
  std::uint16_t number = 0;
  // The next template has this feature, unless it does not apply.
  const auto add = [&](std::uint64_t value, bool applies = true) {
    out.keys[out.size] = hash_with(hash_with(0x5E9A7 + std::uint64_t{number} * 0x2545F491, value), 2);
    out.from[out.size] = number++;
    out.size += applies;
  };
  for (std::size_t i = 1; i <= kSuffixes; ++i) add(hash_text(characters.suffix(i)), i <= characters.size());
  for (std::size_t i = 1; i <= kPrefixes; ++i) add(hash_text(characters.prefix(i)), i <= characters.size());
  add(1);
  add(hash_text(lowered));
  add(hash_text(token));
  add(static_cast<std::uint64_t>(token.empty() ? CharacterKind::space : kind_of(character_at(token, 0).code)));
  add(std::min(characters.size(), kPrefixes));
  static_assert(kSuffixes + kPrefixes + 5 <= kTemplates);
}

Splitter::Splitter(std::vector<SplitRule> rules, PackedWeights model, Exceptions exceptions)
    : rules_(std::move(rules)), model_(std::move(model)), exceptions_(std::move(exceptions)) {
  const bool fits = rules_.empty() || (model_.transitions() >= 1 && model_.transitions() <= rules_.size() + 1 &&
                                       exceptions_.are_valid(rules_.size() + 1));
  if (!fits) throw std::invalid_argument("the rules for multiword tokens are inconsistent");
}

std::uint32_t Splitter::choose(std::string_view token) const {
  thread_local FeatureList features(kTemplates);
  extract(token, features);
  PackedWeights::Workspace workspace(model_, features);
  const std::int16_t* const scores = model_.score(features, workspace);
  return static_cast<std::uint32_t>(std::max_element(scores, scores + model_.transitions()) - scores);
}

std::vector<std::string> Splitter::split(std::string_view token) const {
  if (empty()) return {};
  const auto known = [this](std::string_view form) { return exceptions_.find(hash_text(form)); };
  const std::optional<std::uint32_t> own = known(token);
  std::uint32_t rule = own ? *own : choose(token);
  // Rules count characters, so one for don't also splits the same with a typographic apostrophe.
  if (constexpr std::string_view kCurly = "\u2019"; rule == 0 && !own && token.find(kCurly) != token.npos) {
    std::string straight(token);
    for (std::size_t at; (at = straight.find(kCurly)) != straight.npos;) straight.replace(at, kCurly.size(), "'");
    const std::optional<std::uint32_t> same = known(straight);
    rule = same ? *same : choose(straight);
  }
  return rule == 0 ? std::vector<std::string>() : rules_[rule - 1].apply(token).value_or(std::vector<std::string>());
}

}  // namespace dodona
