#include "tagging/edit_script.h"

#include <algorithm>
#include <vector>

#include "text/characters.h"

namespace dodona {
namespace {

// The longest common substring of two texts.
struct Common {
  std::size_t length = 0, here = 0, there = 0;  // in characters
};

Common common_run(const Characters& a, const Characters& b) {
  std::vector<std::size_t> row(b.size() + 1, 0), next(b.size() + 1, 0);
  Common best;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      next[j] = a[i - 1] == b[j - 1] ? row[j - 1] + 1 : 0;
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
  const std::vector<std::string_view> parts = split(text, '\t');
  if (std::ranges::any_of(parts, has_control)) return std::nullopt;
  EditScript script;
  if (parts.size() == 2 && parts[0] == "=" && !parts[1].empty()) {
    script.whole = true;
    script.back = parts[1];
    return script;
  }
  if (parts.size() != 5 || (parts[0] != "l" && parts[0] != "k")) return std::nullopt;
  script.lower = parts[0] == "l";
  if (!read_number(parts[1], script.drop_front) || !read_number(parts[3], script.drop_back)) return std::nullopt;
  script.front = parts[2];
  script.back = parts[4];
  return script;
}

EditScript EditScript::between(std::string_view form, std::string_view lemma) {
  const std::string lowered = lower_case(form);
  const Characters here(form), there(lemma);
  EditScript script;
  Common found;
  if (here.size() < kMostCharacters && there.size() < kMostCharacters) {
    found = common_run(here, there);
    if (const Common lower = common_run(Characters(lowered), there); lower.length > found.length) {
      script.lower = true;
      found = lower;
    }
  }
  if (found.length == 0) return {true, false, 0, 0, {}, std::string(lemma)};
  script.drop_front = static_cast<std::uint8_t>(found.here);
  script.drop_back = static_cast<std::uint8_t>(here.size() - found.here - found.length);
  script.front = there.part(0, found.there);
  script.back = there.part(found.there + found.length, there.size());
  return script;
}

bool EditScript::apply(std::string_view form, std::string& out) const {
  if (whole) {
    out.append(back);
    return true;
  }
  const Characters characters(form);
  const std::size_t dropped = std::size_t{drop_front} + drop_back;
  if (dropped > characters.size() || (dropped == characters.size() && front.empty() && back.empty())) return false;
  const std::string_view kept = characters.part(drop_front, characters.size() - drop_back);
  out.append(front).append(lower ? lower_case(kept) : std::string(kept)).append(back);
  return true;
}

}  // namespace dodona
