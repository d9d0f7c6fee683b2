#include "treebank/treebank.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "treebank/tree.h"

namespace dodona {

Layout Layout::standard(std::size_t unknown) {
  const auto text = [](Text column) { return static_cast<int>(column); };
  Layout layout{{text(Text::form), text(Text::lemma), text(Text::tag), text(Text::fine_tag), text(Text::feats), kHead,
                 text(Text::label), text(Text::deps), text(Text::misc)},
                {}};
  for (std::size_t k = 0; k < unknown; ++k) layout.columns.push_back(static_cast<int>(kTexts + k));
  return layout;
}

std::size_t Layout::unknown() const {
  return static_cast<std::size_t>(
      std::count_if(columns.begin(), columns.end(), [](int column) { return column >= static_cast<int>(kTexts); }));
}

std::span<const StringId> Treebank::text(Text column, std::size_t sentence) const {
  return std::span((*this)[column]).subspan(word_begin[sentence], length(sentence));
}

std::span<const std::int32_t> Treebank::head(std::size_t sentence) const {
  return std::span(heads).subspan(word_begin[sentence], length(sentence));
}

std::span<const OtherLine> Treebank::other(std::size_t sentence) const {
  return std::span(others).subspan(other_begin[sentence], other_begin[sentence + 1] - other_begin[sentence]);
}

Treebank Treebank::without_sentences() const {
  Treebank empty;
  empty.strings = strings;
  empty.format = format;
  empty.layout = layout;
  empty.unknown.resize(unknown.size());
  return empty;
}

Treebank Treebank::take_complete() {
  Treebank done = std::exchange(*this, without_sentences());
  strings = std::make_shared<StringPool>();
  const std::size_t complete_words = done.word_begin.back(), complete_others = done.other_begin.back();
  const auto move = [&](std::vector<StringId>& from, std::vector<StringId>& to) {
    for (std::size_t i = complete_words; i < from.size(); ++i) to.push_back(strings->intern((*done.strings)[from[i]]));
    from.resize(complete_words);
  };
  for (std::size_t column = 0; column < kTexts; ++column) move(done.texts[column], texts[column]);
  for (std::size_t k = 0; k < done.unknown.size(); ++k) move(done.unknown[k], unknown[k]);
  heads.assign(done.heads.begin() + static_cast<std::ptrdiff_t>(complete_words), done.heads.end());
  done.heads.resize(complete_words);
  for (std::size_t i = complete_others; i < done.others.size(); ++i)
    others.push_back({done.others[i].before, strings->keep((*done.strings)[done.others[i].text])});
  done.others.resize(complete_others);
  return done;
}

void Treebank::append(const Treebank& from, std::size_t sentence) {
  const bool same_pool = strings == from.strings;
  const auto here = [&](StringId id) { return same_pool ? id : strings->intern((*from.strings)[id]); };
  const std::size_t begin = from.word_begin[sentence], end = from.word_begin[sentence + 1];

  const auto copy = [&](std::vector<StringId>& to, const std::vector<StringId>* source) {
    for (std::size_t word = begin; word < end; ++word) to.push_back(source ? here((*source)[word]) : kUnspecified);
  };
  for (std::size_t column = 0; column < kTexts; ++column) copy(texts[column], &from.texts[column]);
  for (std::size_t k = 0; k < unknown.size(); ++k)
    copy(unknown[k], k < from.unknown.size() ? &from.unknown[k] : nullptr);
  for (std::size_t word = begin; word < end; ++word) heads.push_back(from.heads[word]);
  word_begin.push_back(heads.size());

  for (const OtherLine line : from.other(sentence))
    others.push_back({line.before, same_pool ? line.text : strings->keep((*from.strings)[line.text])});
  other_begin.push_back(others.size());
  first_line.push_back(from.first_line[sentence]);
}

void Treebank::extend(const Treebank& from) {
  constexpr StringId kUnknown = UINT32_MAX;
  std::vector<StringId> here(from.strings->size(), kUnknown);
  const auto translate = [&](const std::vector<StringId>& source, std::vector<StringId>& to) {
    // At least double the capacity: reserving the exact size would copy everything for every small part.
    if (to.size() + source.size() > to.capacity()) to.reserve(std::max(to.size() + source.size(), 2 * to.capacity()));
    for (const StringId id : source) {
      if (here[id] == kUnknown) here[id] = strings->intern((*from.strings)[id]);
      to.push_back(here[id]);
    }
  };
  for (std::size_t column = 0; column < kTexts; ++column) translate(from.texts[column], texts[column]);
  for (std::size_t k = 0; k < unknown.size(); ++k) translate(from.unknown[k], unknown[k]);

  for (const OtherLine line : from.others) others.push_back({line.before, strings->keep((*from.strings)[line.text])});
  extend_structure(from);
}

void Treebank::absorb(Treebank&& from) {
  std::vector<StringId> kept;
  for (const OtherLine line : from.others) kept.push_back(line.text);
  const std::vector<StringId> here = strings->absorb(std::move(*from.strings), kept);
  const auto translate = [&here](const std::vector<StringId>& source, std::vector<StringId>& to) {
    const std::size_t before = to.size();
    to.resize(before + source.size());
    for (std::size_t i = 0; i < source.size(); ++i) to[before + i] = here[source[i]];
  };
  for (std::size_t column = 0; column < kTexts; ++column) translate(from.texts[column], texts[column]);
  for (std::size_t k = 0; k < unknown.size(); ++k) translate(from.unknown[k], unknown[k]);
  for (const OtherLine line : from.others) others.push_back({line.before, here[line.text]});
  extend_structure(from);
}

// Adds everything but the strings.
void Treebank::extend_structure(const Treebank& from) {
  const std::size_t words_before = word_begin.back(), others_before = other_begin.back();
  heads.insert(heads.end(), from.heads.begin(), from.heads.end());
  for (std::size_t i = 0; i < from.sentences(); ++i) {
    word_begin.push_back(words_before + from.word_begin[i + 1]);
    other_begin.push_back(others_before + from.other_begin[i + 1]);
  }
  first_line.insert(first_line.end(), from.first_line.begin(), from.first_line.end());
}

void check_trees(const Treebank& treebank) {
  for (std::size_t sentence = 0; sentence < treebank.sentences(); ++sentence) {
    const auto faults = find_tree_faults(treebank.head(sentence));
    if (!faults.empty())
      throw std::invalid_argument("sentence " + std::to_string(sentence) + ": " + faults.front().message);
  }
}

}  // namespace dodona
