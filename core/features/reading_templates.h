// Reads templates from text. In a header, so that shipped sets can be read at compile time.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "features/templates.h"

namespace dodona {

namespace reading_templates {

DODONA_CONSTEXPR std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// The steps of a path such as `s0.head.form`; `s0..form` has an empty one, which is not a valid name.
DODONA_CONSTEXPR std::vector<std::string_view> steps_of(std::string_view text) {
  std::vector<std::string_view> steps;
  for (std::size_t dot = text.find('.'); dot != text.npos; dot = text.find('.')) {
    steps.push_back(text.substr(0, dot));
    text.remove_prefix(dot + 1);
  }
  steps.push_back(text);
  return steps;
}

template <class T>
DODONA_CONSTEXPR std::size_t place_of(std::vector<T>& all, const T& wanted) {
  const auto found = std::find(all.begin(), all.end(), wanted);
  if (found != all.end()) return static_cast<std::size_t>(found - all.begin());
  all.push_back(wanted);
  return all.size() - 1;
}

DODONA_CONSTEXPR std::optional<Address::Step> step_called(std::string_view name) {
  if (name == "head") return Address::Step::head;
  if (name == "left1") return Address::Step::left1;
  if (name == "left2") return Address::Step::left2;
  if (name == "right1") return Address::Step::right1;
  if (name == "right2") return Address::Step::right2;
  if (name == "previous") return Address::Step::previous;
  if (name == "next") return Address::Step::next;
  return std::nullopt;
}

// The 3 of `prefix3`, for `what` = "prefix"; nothing for other names.
DODONA_CONSTEXPR std::optional<int> length_after(std::string_view name, std::string_view what) {
  if (name.size() != what.size() + 1 || !name.starts_with(what) || name.back() < '1' || name.back() > '9')
    return std::nullopt;
  return name.back() - '0';
}

}  // namespace reading_templates

DODONA_CONSTEXPR Attribute attribute_called(std::string_view name) {
  using Kind = Attribute::Kind;
  const std::string copy(name);
  if (name == "form") return {Kind::column, Text::form, 0, copy};
  if (name == "lemma") return {Kind::column, Text::lemma, 0, copy};
  if (name == "upos") return {Kind::column, Text::tag, 0, copy};
  if (name == "xpos") return {Kind::column, Text::fine_tag, 0, copy};
  if (name == "feats") return {Kind::column, Text::feats, 0, copy};
  if (name == "misc") return {Kind::column, Text::misc, 0, copy};
  if (name == "tag") return {Kind::tag, Text::tag, 0, copy};
  if (name == "cluster") return {Kind::cluster, Text::form, 0, copy};
  if (name == "lower") return {Kind::lower, Text::form, 0, copy};
  if (name == "shape") return {Kind::shape, Text::form, 0, copy};
  if (const auto length = reading_templates::length_after(name, "prefix"))
    return {Kind::prefix, Text::form, *length, copy};
  if (const auto length = reading_templates::length_after(name, "suffix"))
    return {Kind::suffix, Text::form, *length, copy};
  if (name.starts_with("feats.") && name.size() > 6) return {Kind::feature, Text::feats, 0, copy};
  throw std::invalid_argument(
      "nothing is called '" + copy +
      "' here; an address ends in form, lemma, tag, upos, xpos, feats, feats.NAME, misc, lower, shape, "
      "cluster, prefix1-9, suffix1-9, label, attached, left.count, right.count, left.labels or right.labels");
}

namespace reading_templates {

class LineReader {
 public:
  DODONA_CONSTEXPR LineReader(TemplateSet& set, std::size_t line) : set_(set), line_(line) {}

  DODONA_CONSTEXPR std::uint16_t read(std::string_view text) {
    if (const auto rest = after_word(text, "distance")) {
      const auto [one, other, end] = pair(*rest, text);
      if (!end.empty()) fail("'" + std::string(text) + "': nothing comes after a distance");
      return atom({Atom::Kind::distance, one, 0, other});
    }
    if (const auto rest = after_word(text, "same")) {
      const auto [one, other, end] = pair(*rest, text);
      if (!end.starts_with('.'))
        fail("'" + std::string(text) + "' does not say what to compare, as " + std::string(text) + ".tag would");
      return atom({Atom::Kind::same, one, attribute(end.substr(1), text), other});
    }
    const std::vector<std::string_view> parts = steps_of(text);
    std::size_t place = base(parts.front(), text);
    std::span<const std::string_view> rest = std::span(parts).subspan(1);
    while (!rest.empty()) {
      const auto step = step_called(rest.front());
      if (!step) break;
      place = address({*step, static_cast<std::uint8_t>(place)});
      rest = rest.subspan(1);
    }
    const auto here = static_cast<std::uint8_t>(place);
    std::string name;
    for (std::size_t i = 0; i < rest.size(); ++i) name.append(i == 0 ? "" : ".").append(rest[i]);
    if (name == "label") return atom({Atom::Kind::label, here, 0});
    if (name == "attached") return atom({Atom::Kind::attached, here, 0});
    if (name == "left.count") return atom({Atom::Kind::left_count, here, 0});
    if (name == "right.count") return atom({Atom::Kind::right_count, here, 0});
    if (name == "left.labels") return atom({Atom::Kind::left_labels, here, 0});
    if (name == "right.labels") return atom({Atom::Kind::right_labels, here, 0});
    if (rest.empty())
      fail("'" + std::string(text) + "' does not say what to look at, as " + std::string(text) + ".form would");
    return atom({Atom::Kind::attribute, here, attribute(name, text)});
  }

 private:
  struct Pair {
    std::uint8_t one, other;
    std::string_view rest;
  };

  // The text after `word`, if it begins with that.
  static DODONA_CONSTEXPR std::optional<std::string_view> after_word(std::string_view text, std::string_view word) {
    if (!text.starts_with(word)) return std::nullopt;
    text.remove_prefix(word.size());
    if (!text.empty() && text.front() != '(' && text.front() != '.') return std::nullopt;
    return text;
  }

  // The two addresses that are compared, `(s1,s0)`; s0 and b0 by default.
  DODONA_CONSTEXPR Pair pair(std::string_view rest, std::string_view text) {
    if (!rest.starts_with('('))
      return {static_cast<std::uint8_t>(base("s0", text)), static_cast<std::uint8_t>(base("b0", text)), rest};
    const std::size_t comma = rest.find(','), end = rest.find(')');
    if (comma == rest.npos || end == rest.npos || comma > end)
      fail("'" + std::string(text) + "' does not name two places, as (s1,s0) would");
    const std::string_view one = rest.substr(1, comma - 1), other = rest.substr(comma + 1, end - comma - 1);
    if (one == other) fail("'" + std::string(text) + "' compares a place with itself");
    return {static_cast<std::uint8_t>(base(one, text)), static_cast<std::uint8_t>(base(other, text)),
            rest.substr(end + 1)};
  }

  [[noreturn]] void fail(const std::string& message) const { throw TemplateError(line_, message); }

  DODONA_CONSTEXPR std::size_t base(std::string_view name, std::string_view text) {
    if (name.size() == 2 && (name[0] == 's' || name[0] == 'b') && name[1] >= '0' && name[1] <= '9')
      return address(
          {name[0] == 's' ? Address::Step::stack : Address::Step::buffer, static_cast<std::uint8_t>(name[1] - '0')});
    fail("'" + std::string(text) +
         "' does not begin with a place: s0 to s9 in the stack, b0 to b9 in the buffer (or 'distance', or 'same.' and "
         "an attribute)");
  }

  DODONA_CONSTEXPR std::size_t address(Address wanted) {
    const std::size_t place = place_of(set_.addresses, wanted);
    if (place >= 255) fail("there are more than 255 places in these templates");
    return place;
  }

  DODONA_CONSTEXPR std::uint16_t attribute(std::string_view name, std::string_view text) {
    try {
      return static_cast<std::uint16_t>(place_of(set_.attributes, attribute_called(name)));
    } catch (const std::invalid_argument& error) {
      fail("'" + std::string(text) + "': " + error.what());
    }
  }

  DODONA_CONSTEXPR std::uint16_t atom(Atom wanted) {
    if (wanted.kind != Atom::Kind::distance && wanted.kind != Atom::Kind::same) wanted.other = wanted.address;
    return static_cast<std::uint16_t>(place_of(set_.atoms, wanted));
  }

  TemplateSet& set_;
  std::size_t line_;
};

}  // namespace reading_templates

inline constexpr std::size_t kMostAtomsOfTemplate = 8, kMostTemplates = 1000;

DODONA_CONSTEXPR TemplateSet::TemplateSet(std::string_view from) : text(from) {
  using namespace reading_templates;
  std::vector<std::vector<std::uint16_t>> seen;
  std::size_t line = 0;
  while (!from.empty()) {
    ++line;
    const std::size_t end = std::min(from.find('\n'), from.size());
    std::string_view content = from.substr(0, end);
    from.remove_prefix(std::min(end + 1, from.size()));
    content = content.substr(0, std::min(content.find('#'), content.size()));
    std::vector<std::uint16_t> found;
    // Limits are checked while reading: the text may come from a hostile file and be of any length.
    for (const std::string_view part : split(content, " \t\r")) {
      if (found.size() == kMostAtomsOfTemplate) throw TemplateError(line, "a template asks at most 8 questions");
      found.push_back(LineReader(*this, line).read(part));
    }
    if (found.empty()) continue;
    if (templates.size() == kMostTemplates) throw TemplateError(line, "there are more than 1000 templates");
    std::vector<std::uint16_t> sorted = found;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
      throw TemplateError(line, "the same question is asked twice");
    if (std::find(seen.begin(), seen.end(), sorted) != seen.end())
      throw TemplateError(line, "the same template stands on an earlier line");
    seen.push_back(std::move(sorted));
    templates.push_back(std::move(found));
  }
  if (templates.empty()) throw TemplateError(1, "there are no templates");
  if (attributes.size() > kMostAttributeKinds)
    throw TemplateError(line, "more than 256 different things are asked of words");
  if (atoms.size() > kMostAtoms) throw TemplateError(line, "there are more than 1024 different questions");
}

}  // namespace dodona
