#include "tagging/tag_templates.h"

#include <algorithm>

#include "features/templates.h"
#include "base/hash.h"

namespace dodona {

TagTemplates::TagTemplates(std::string_view text) : text_(text) {
  std::size_t number = 0;
  std::string_view rest = text;
  while (!rest.empty()) {
    ++number;
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    line = line.substr(0, std::min(line.find('#'), line.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const auto parts = reading_templates::split(line, " ");
    if (parts.empty()) continue;
    if (size_ == 0xFFFF) throw TemplateError(number, "there are too many templates");
    Template made{hash_text(line), static_cast<std::uint16_t>(size_++), {}};
    bool tags = false, others = false;
    for (const std::string_view part : parts) {
      made.questions.push_back(question(part, number));
      tags |= made.questions.back().of_tag != TagQuestion::none;
      others |= made.questions.back().place != 0;
    }
    (tags ? history_ : others ? context_ : word_).push_back(std::move(made));
  }
  if (size_ == 0) throw TemplateError(1, "there are no templates");
}

TagTemplates::Question TagTemplates::question(std::string_view text, std::size_t line) {
  const auto fail = [&](const std::string& message) { throw TemplateError(line, "'" + std::string(text) + "' " + message); };
  const std::size_t dot = text.find('.');
  if (!text.starts_with('w') || dot == text.npos) fail("does not begin with a place such as w0. or w-1.");
  std::string_view place = text.substr(1, dot - 1);
  const bool before = place.starts_with('-');
  if (before) place.remove_prefix(1);
  if (place.size() != 1 || place[0] < '0' || place[0] > '0' + kMargin) fail("looks too far: places are w-3 to w3");
  Question made;
  made.place = before ? -(place[0] - '0') : place[0] - '0';
  const std::string_view name = text.substr(dot + 1);
  if (name == "upos" || name == "tag" || name == "full") {
    if (made.place != -1 && made.place != -2) fail("asks for a tag that is not there yet: only w-1 and w-2 have one");
    made.of_tag = name == "upos" ? TagQuestion::upos : name == "tag" ? TagQuestion::coarse : TagQuestion::full;
    return made;
  }
  using Kind = WordQuestion::Kind;
  WordQuestion asked;
  const auto length_after = [&](std::string_view what) {
    const bool fits = name.size() == what.size() + 1 && name.starts_with(what) && name.back() >= '1' && name.back() <= '9';
    return fits ? name.back() - '0' : 0;
  };
  if (name == "form") asked = {Kind::form, 0};
  else if (name == "lower") asked = {Kind::lower, 0};
  else if (name == "shape") asked = {Kind::shape, 0};
  else if (name == "known") asked = {Kind::known, 0};
  else if (const int prefix = length_after("prefix")) asked = {Kind::prefix, prefix};
  else if (const int suffix = length_after("suffix")) asked = {Kind::suffix, suffix};
  else if (const int infix = length_after("infix")) asked = {Kind::infix, infix};
  else fail("asks for nothing that is known: form, lower, shape, known, prefix1-9, suffix1-9, infix1-9, and of words before upos, tag and full");
  auto found = std::find(questions_.begin(), questions_.end(), asked);
  if (found == questions_.end()) found = questions_.insert(found, asked);
  made.which = static_cast<std::uint16_t>(found - questions_.begin());
  return made;
}

void TagTemplates::of_word(const std::uint64_t* answers, FeatureList& out) const {
  for (const Template& each : word_) {
    std::uint64_t key = each.seed;
    bool silent = false;
    for (const Question& question : each.questions) {
      const std::uint64_t answer = answers[question.which];
      silent |= answer == 0;
      key = hash_with(key, answer);
    }
    if (silent) continue;
    out.keys[out.size] = hash_with(key, each.questions.size());
    out.from[out.size++] = each.number;
  }
}

void TagTemplates::of_context(View sentence, std::size_t word, FeatureList& out) const {
  const std::uint64_t* const* const here = sentence.words + kMargin + word;
  for (const Template& each : context_) {
    std::uint64_t key = each.seed;
    bool silent = false;
    for (const Question& question : each.questions) {
      const std::uint64_t answer = here[question.place][question.which];
      silent |= answer == 0;
      key = hash_with(key, answer);
    }
    out.keys[out.size] = hash_with(key, each.questions.size());
    out.from[out.size] = each.number;
    out.size += !silent;
  }
}

void TagTemplates::of_history(View sentence, std::size_t word, const TagSet& tags, TagId before, TagId before_that, FeatureList& out) const {
  const std::uint64_t* const* const here = sentence.words + kMargin + word;
  for (const Template& each : history_) {
    std::uint64_t key = each.seed;
    bool silent = false;
    for (const Question& question : each.questions) {
      const TagId tag = question.place == -1 ? before : before_that;
      std::uint64_t answer = 0;
      switch (question.of_tag) {
        case TagQuestion::none: answer = here[question.place][question.which]; break;
        case TagQuestion::upos: answer = tags.upos_value(tag); break;
        case TagQuestion::coarse: answer = tags.coarse_value(tag); break;
        case TagQuestion::full: answer = tags.full_value(tag); break;
      }
      silent |= answer == 0;
      key = hash_with(key, answer);
    }
    out.keys[out.size] = hash_with(key, each.questions.size());
    out.from[out.size] = each.number;
    out.size += !silent;
  }
}

}  // namespace dodona
