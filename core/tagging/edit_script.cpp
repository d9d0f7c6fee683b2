#include "tagging/edit_script.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "text/characters.h"

namespace dodona {
namespace {

// The longest common substring of two texts.
struct Common {
  std::size_t length = 0, here = 0, there = 0;  // in characters
};

Common common_run(std::string_view a, const std::vector<std::size_t>& at, std::string_view b,
                  const std::vector<std::size_t>& bt) {
  const std::size_t n = at.size() - 1, m = bt.size() - 1;
  std::vector<std::size_t> row(m + 1, 0), next(m + 1, 0);
  Common best;
  for (std::size_t i = 1; i <= n; ++i) {
    for (std::size_t j = 1; j <= m; ++j) {
      const bool same = a.substr(at[i - 1], at[i] - at[i - 1]) == b.substr(bt[j - 1], bt[j] - bt[j - 1]);
      next[j] = same ? row[j - 1] + 1 : 0;
      if (next[j] > best.length) best = {next[j], i - next[j], j - next[j]};
    }
    row.swap(next);
  }
  return best;
}

constexpr std::size_t kMostCharacters = 200;  // longer forms are not edited

}  // namespace

std::string EditScript::text() const {
  if (whole) return "=\t" + back;
  return std::string(lower ? "l" : "k") + "\t" + std::to_string(drop_front) + "\t" + front + "\t" +
         std::to_string(drop_back) + "\t" + back;
}

std::optional<EditScript> EditScript::from_text(std::string_view text) {
  if (text.find('\n') != text.npos) return std::nullopt;
  const std::vector<std::string_view> parts = split(text, '\t');
  EditScript script;
  if (parts.size() == 2 && parts[0] == "=" && !parts[1].empty()) {
    script.whole = true;
    script.back = parts[1];
    return script;
  }
  if (parts.size() != 5 || (parts[0] != "l" && parts[0] != "k")) return std::nullopt;
  script.lower = parts[0] == "l";
  const auto number = [](std::string_view digits, std::uint8_t& value) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && end == digits.data() + digits.size();
  };
  if (!number(parts[1], script.drop_front) || !number(parts[3], script.drop_back)) return std::nullopt;
  script.front = parts[2];
  script.back = parts[4];
  return script;
}

EditScript EditScript::between(std::string_view form, std::string_view lemma) {
  EditScript script;
  std::string lowered;
  append_lower_case(lowered, form);
  const auto there = character_offsets(lemma);
  const auto as_it_is = character_offsets(form), small = character_offsets(lowered);
  if (as_it_is.size() > kMostCharacters || there.size() > kMostCharacters)
    return {true, false, 0, 0, {}, std::string(lemma)};
  Common found = common_run(form, as_it_is, lemma, there);
  if (const Common lower = common_run(lowered, small, lemma, there); lower.length > found.length) {
    script.lower = true;
    found = lower;
  }
  if (found.length == 0) return {true, false, 0, 0, {}, std::string(lemma)};
  script.drop_front = static_cast<std::uint8_t>(found.here);
  script.drop_back = static_cast<std::uint8_t>(as_it_is.size() - 1 - found.here - found.length);
  script.front = lemma.substr(0, there[found.there]);
  script.back = lemma.substr(there[found.there + found.length]);
  return script;
}

bool EditScript::apply(std::string_view form, std::string& out) const {
  if (whole) {
    out.append(back);
    return true;
  }
  std::size_t begin = 0, end = form.size();
  for (int i = 0; i < drop_front; ++i) {
    if (begin >= end) return false;
    begin += character_at(form, begin).bytes;
  }
  for (int i = 0; i < drop_back; ++i) {
    if (begin >= end) return false;
    std::size_t last = end - 1;  // the start of the last character, or the last byte of invalid UTF-8
    while (last > begin && end - last < 4 && (static_cast<unsigned char>(form[last]) & 0xC0u) == 0x80u) --last;
    end = character_at(form, last).bytes == end - last ? last : end - 1;
  }
  if (begin > end || (begin == end && front.empty() && back.empty())) return false;
  out.append(front);
  if (lower)
    append_lower_case(out, form.substr(begin, end - begin));
  else
    out.append(form.substr(begin, end - begin));
  out.append(back);
  return true;
}

}  // namespace dodona
