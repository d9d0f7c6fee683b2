#include "tokenising/splitter.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "base/hash.h"
#include "text/characters.h"

namespace dodona {
namespace {

constexpr std::size_t kMostCharacters = 100;

}  // namespace

// A part is written as `begin end before after`, separated by tabs; a position counted from the end has a minus sign.
// Parts are separated by vertical tabs. A literal word is written as `=`, a tab, and the word.
SplitRule SplitRule::between(std::string_view token, const std::vector<std::string_view>& words) {
  const auto offsets = character_offsets(token);
  const std::size_t length = offsets.size() - 1;
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
      const std::size_t end = at + character_offsets(words[i]).size() - 1;
      part(i <= longest ? std::to_string(at) : from_end(at), i < longest ? std::to_string(end) : from_end(end), "", "");
      at = end;
    }
  } else {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto here = character_offsets(words[i]);
      const std::size_t count = here.size() - 1;
      std::size_t front = 0, back = 0;
      while (front < std::min(count, length) && words[i].substr(here[front], here[front + 1] - here[front]) ==
                                                    token.substr(offsets[front], offsets[front + 1] - offsets[front]))
        ++front;
      while (back < std::min(count, length) &&
             words[i].substr(here[count - back - 1], here[count - back] - here[count - back - 1]) ==
                 token.substr(offsets[length - back - 1], offsets[length - back] - offsets[length - back - 1]))
        ++back;
      if (i == 0 && front > 0 && front + 2 >= count)
        part("0", from_end(front), "", words[i].substr(here[front]));
      else if (i + 1 == words.size() && back > 0 && back + 2 >= count && back >= front)
        part(words[i].size() > words[0].size() ? std::to_string(length - back) : from_end(length - back), "-0",
             words[i].substr(0, here[count - back]), "");
      else
        literal(words[i]);
    }
  }
  return *from_text(text);
}

std::optional<SplitRule> SplitRule::from_text(std::string_view text) {
  SplitRule rule;
  rule.text_ = text;
  if (text.find('\n') != text.npos) return std::nullopt;
  for (const std::string_view each : split(text, '\v')) {
    const auto fields = split(each, '\t');
    Part part;
    if (fields.size() == 2 && fields[0] == "=" && !fields[1].empty()) {
      part.literal = true;
      part.after = fields[1];
    } else if (fields.size() == 4) {
      const auto number = [](std::string_view digits, bool& negative, std::uint8_t& value) {
        negative = digits.starts_with('-');
        if (negative) digits.remove_prefix(1);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return error == std::errc() && end == digits.data() + digits.size();
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
  const auto offsets = character_offsets(token);
  const auto length = static_cast<std::ptrdiff_t>(offsets.size()) - 1;
  std::vector<std::string> words;
  for (const Part& part : parts_) {
    if (part.literal) {
      words.push_back(part.after);
      continue;
    }
    const std::ptrdiff_t begin = part.begin_from_end ? length - part.begin : part.begin,
                         end = part.end_from_end ? length - part.end : part.end;
    if (begin < 0 || end < begin || end > length) return std::nullopt;
    const std::size_t first = offsets[static_cast<std::size_t>(begin)];
    std::string word =
        part.before + std::string(token.substr(first, offsets[static_cast<std::size_t>(end)] - first)) + part.after;
    if (word.empty()) return std::nullopt;
    words.push_back(std::move(word));
  }
  return words;
}

std::uint64_t Splitter::key_of(std::string_view token) { return hash_text(token); }

void Splitter::extract(std::string_view token, FeatureList& out) {
  constexpr std::size_t kSuffixes = 7, kPrefixes = 5;
  thread_local std::string lowered;
  lowered.clear();
  append_lower_case(lowered, token);
  out.size = 0;
  std::uint16_t number = 0;
  const auto add = [&](std::uint64_t value) {
    out.keys[out.size] = hash_with(hash_with(0x5E9A7 + std::uint64_t{number} * 0x2545F491, value), 2);
    out.from[out.size++] = number;
  };
  std::size_t begin = lowered.size(), end = 0;
  for (std::size_t i = 0; i < kSuffixes; ++i, ++number) {
    if (begin == 0) continue;
    begin = character_before(lowered, begin);
    add(hash_text(std::string_view(lowered).substr(begin)));
  }
  std::size_t length = 0;
  for (std::size_t i = 0; i < kPrefixes; ++i, ++number) {
    if (end >= lowered.size()) continue;
    end += character_at(lowered, end).bytes;
    ++length;
    add(hash_text(std::string_view(lowered).substr(0, end)));
  }
  const auto first = token.empty() ? CharacterKind::space : kind_of(character_at(token, 0).code);
  add(1), ++number;
  add(hash_text(lowered)), ++number;
  add(hash_text(token)), ++number;
  add(static_cast<std::uint64_t>(first)), ++number;
  add(length), ++number;
  static_assert(kSuffixes + kPrefixes + 5 <= kTemplates);
}

Splitter::Splitter(std::vector<SplitRule> rules, PackedWeights model, std::vector<Exception> exceptions)
    : rules_(std::move(rules)), model_(std::move(model)), exceptions_(std::move(exceptions)) {
  const bool fits =
      rules_.empty() ||
      (model_.transitions() >= 1 && model_.transitions() <= rules_.size() + 1 &&
       std::ranges::all_of(exceptions_, [&](const Exception& each) { return each.rule <= rules_.size(); }) &&
       std::ranges::is_sorted(exceptions_, {}, &Exception::token));
  if (!fits) throw std::invalid_argument("the rules for multiword tokens are inconsistent");
}

std::uint32_t Splitter::choose(std::string_view token) const {
  thread_local FeatureList features = list();
  extract(token, features);
  PackedWeights::Workspace workspace(model_, features);
  const std::int16_t* const scores = model_.score(features, workspace);
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < model_.transitions(); ++i)
    if (scores[i] > scores[best]) best = i;
  return best;
}

std::vector<std::string> Splitter::split(std::string_view token) const {
  if (empty()) return {};
  const auto found = std::ranges::lower_bound(exceptions_, key_of(token), {}, &Exception::token);
  const std::uint32_t rule = found != exceptions_.end() && found->token == key_of(token) ? found->rule : choose(token);
  if (rule == 0) return {};
  auto words = rules_[rule - 1].apply(token);
  return words ? std::move(*words) : std::vector<std::string>();
}

}  // namespace dodona
