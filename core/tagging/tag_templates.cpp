#include "tagging/tag_templates.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "features/templates.h"
#include "text/characters.h"

namespace dodona {

TagTemplates::TagTemplates(std::string_view text) : text_(text) {
  std::size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    line = line.substr(0, line.find('#'));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const auto parts = reading_templates::split(line, " ");
    if (parts.empty()) continue;
    if (size_ == 0xFFFF) throw TemplateError(number, "there are too many templates");
    Template made{hash_text(line), static_cast<std::uint16_t>(size_++), {}};
    bool tags = false, others = false;
    for (const std::string_view part : parts) {
      made.atoms.push_back(parse_atom(part, number));
      tags |= made.atoms.back().of_tag != TagAtom::none;
      others |= made.atoms.back().position != 0;
    }
    (tags ? history_ : others ? context_ : word_).push_back(std::move(made));
  }
  if (size_ == 0) throw TemplateError(1, "there are no templates");
}

TagTemplates::Atom TagTemplates::parse_atom(std::string_view text, std::size_t line) {
  const auto fail = [&](const std::string& message) {
    throw TemplateError(line, "'" + std::string(text) + "' " + message);
  };
  const std::size_t dot = text.find('.');
  if (!text.starts_with('w') || dot == text.npos) fail("does not begin with a position such as w0. or w-1.");
  std::string_view position = text.substr(1, dot - 1);
  const bool before = position.starts_with('-');
  if (before) position.remove_prefix(1);
  if (position.size() != 1 || position[0] < '0' || position[0] > '0' + kMargin)
    fail("is too far away: positions are w-3 to w3");
  Atom made;
  made.position = before ? -(position[0] - '0') : position[0] - '0';
  const std::string_view name = text.substr(dot + 1);
  if (name == "upos" || name == "tag" || name == "full") {
    if (made.position != -1 && made.position != -2)
      fail("needs a tag that is not predicted yet: only w-1 and w-2 have tags");
    made.of_tag = name == "upos" ? TagAtom::upos : name == "tag" ? TagAtom::coarse : TagAtom::full;
    return made;
  }
  using Kind = WordAtom::Kind;
  constexpr std::pair<std::string_view, Kind> kPlain[] = {{"form", Kind::form},
                                                          {"lower", Kind::lower},
                                                          {"shape", Kind::shape},
                                                          {"known", Kind::known},
                                                          {"cluster", Kind::cluster}};
  constexpr std::pair<std::string_view, Kind> kWithLength[] = {
      {"prefix", Kind::prefix}, {"suffix", Kind::suffix}, {"infix", Kind::infix}};
  std::optional<WordAtom> atom;
  for (const auto& [called, kind] : kPlain)
    if (name == called) atom = {kind, 0};
  for (const auto& [called, kind] : kWithLength)
    if (name.size() == called.size() + 1 && name.starts_with(called) && name.back() >= '1' && name.back() <= '9')
      atom = {kind, name.back() - '0'};
  if (!atom)
    fail(
        "has no known attribute: form, lower, shape, known, cluster, prefix1-9, suffix1-9, infix1-9; for w-1 and w-2 "
        "also upos, tag and full");
  auto found = std::find(atoms_.begin(), atoms_.end(), *atom);
  if (found == atoms_.end()) found = atoms_.insert(found, *atom);
  made.which = static_cast<std::uint16_t>(found - atoms_.begin());
  return made;
}

// Adds the features of some templates; value(atom) is 0 for an atom without a value, and then the template has no
// feature.
template <class Value>
void TagTemplates::extract(const std::vector<Template>& templates, Value value, FeatureList& out) {
  for (const Template& each : templates) {
    std::uint64_t key = each.seed;
    bool missing = false;
    for (const Atom& atom : each.atoms) {
      const std::uint64_t found = value(atom);
      missing |= found == 0;
      key = hash_with(key, found);
    }
    out.keys[out.size] = hash_with(key, each.atoms.size());
    out.from[out.size] = each.number;
    out.size += !missing;
  }
}

void TagTemplates::extract_word(const std::uint64_t* values, FeatureList& out) const {
  extract(word_, [&](const Atom& atom) { return values[atom.which]; }, out);
}

void TagTemplates::extract_context(View sentence, std::size_t word, FeatureList& out) const {
  const std::uint64_t* const* const here = sentence + kMargin + word;
  extract(context_, [&](const Atom& atom) { return here[atom.position][atom.which]; }, out);
}

void TagTemplates::extract_history(View sentence, std::size_t word, const TagSet& tags, TagId before, TagId before_that,
                                   FeatureList& out) const {
  const std::uint64_t* const* const here = sentence + kMargin + word;
  const auto value = [&](const Atom& atom) -> std::uint64_t {
    const TagId tag = atom.position == -1 ? before : before_that;
    switch (atom.of_tag) {
      case TagAtom::none: break;
      case TagAtom::upos: return tags.upos_value(tag);
      case TagAtom::coarse: return tags.coarse_value(tag);
      case TagAtom::full: return tags.full_value(tag);
    }
    return here[atom.position][atom.which];
  };
  extract(history_, value, out);
}

}  // namespace dodona
