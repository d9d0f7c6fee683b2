#include "tagging/edit_script.h"

#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>
#include <unordered_map>
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

std::pair<std::vector<EditScript>, std::vector<std::int32_t>> edit_scripts(const Treebank& treebank,
                                                                           std::size_t least) {
  const StringPool& strings = *treebank.strings;
  std::map<std::pair<StringId, StringId>, EditScript> known;
  std::map<EditScript, std::size_t> counts;
  std::vector<const EditScript*> needed(treebank.words(), nullptr);
  for (std::size_t word = 0; word < needed.size(); ++word) {
    const StringId form = treebank[Text::form][word], lemma = treebank[Text::lemma][word];
    if ((lemma == kUnspecified && form != kUnspecified) || has_control(strings[lemma])) continue;
    const auto [found, is_new] = known.try_emplace({form, lemma});
    if (is_new) found->second = EditScript::between(strings[form], strings[lemma]);
    needed[word] = &found->second;
    ++counts[found->second];
  }
  std::vector<std::pair<const EditScript, std::size_t>*> ranked;
  for (auto& each : counts)
    if (each.second >= least) ranked.push_back(&each);
  std::ranges::stable_sort(ranked, std::greater(), [](const auto* each) { return each->second; });
  std::vector<EditScript> scripts;
  std::map<EditScript, std::int32_t> numbers;
  for (const auto* each : ranked) {
    numbers.emplace(each->first, static_cast<std::int32_t>(scripts.size()));
    scripts.push_back(each->first);
  }
  std::vector<std::int32_t> chosen(needed.size(), -1);
  for (std::size_t word = 0; word < needed.size(); ++word) {
    if (needed[word] == nullptr) continue;
    if (const auto found = numbers.find(*needed[word]); found != numbers.end()) chosen[word] = found->second;
  }
  return {std::move(scripts), std::move(chosen)};
}

Treebank lemmatised(const Treebank& treebank, std::span<const EditScript> scripts,
                    std::span<const std::int32_t> candidates) {
  Treebank out = treebank;
  const std::size_t each = out.words() == 0 ? 0 : candidates.size() / out.words();
  if (each * out.words() != candidates.size() ||
      !std::ranges::all_of(candidates, [&](std::int32_t i) { return static_cast<std::size_t>(i) < scripts.size(); }))
    throw std::invalid_argument("the scripts do not match the words");
  StringPool& strings = *out.strings;
  std::unordered_map<std::uint64_t, StringId> known;  // by form and best script, since words repeat
  std::string lemma;
  for (std::size_t word = 0; word < out.words(); ++word) {
    const StringId form = out[Text::form][word];
    const auto own = candidates.subspan(word * each, each);
    const std::uint64_t key = std::uint64_t{form} << 32 | (own.empty() ? 0 : static_cast<std::uint32_t>(own[0]));
    const auto found = known.find(key);
    if (found != known.end()) {
      out[Text::lemma][word] = found->second;
      continue;
    }
    const auto applies = [&](std::int32_t i) {
      lemma.clear();
      return scripts[static_cast<std::size_t>(i)].apply(strings[form], lemma);
    };
    const bool first = !own.empty() && applies(own[0]);
    if (!first && std::ranges::none_of(own, applies)) lemma = strings[form];
    out[Text::lemma][word] = strings.intern(lemma);
    if (first) known.emplace(key, out[Text::lemma][word]);
  }
  return out;
}

}  // namespace dodona
