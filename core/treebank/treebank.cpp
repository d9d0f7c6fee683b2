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

std::span<const StringId> Treebank::text(Text column, std::size_t sentence) const {
  return std::span((*this)[column]).subspan(word_begin[sentence], length(sentence));
}

std::span<const std::int32_t> Treebank::head(std::size_t sentence) const {
  return std::span(heads).subspan(word_begin[sentence], length(sentence));
}

std::span<const OtherLine> Treebank::other(std::size_t sentence) const {
  return std::span(others).subspan(other_begin[sentence], other_begin[sentence + 1] - other_begin[sentence]);
}

Treebank Treebank::reversed() const {
  Treebank result = *this;
  const auto reverse = [&](auto& column, std::size_t sentence) {
    std::reverse(column.data() + word_begin[sentence], column.data() + word_begin[sentence + 1]);
  };
  for (std::size_t i = 0; i < sentences(); ++i) {
    for (std::vector<StringId>& column : result.texts) reverse(column, i);
    reverse(result.heads, i);
    for (std::size_t word = word_begin[i]; word < word_begin[i + 1]; ++word) {
      std::int32_t& head = result.heads[word];
      if (head > 0) head = static_cast<std::int32_t>(length(i)) + 1 - head;
    }
  }
  return result;
}

Treebank Treebank::without_sentences() const {
  Treebank empty;
  empty.strings = strings;
  empty.format = format;
  empty.layout = layout;
  empty.texts.resize(texts.size());
  return empty;
}

// Adds the words and other lines of `from` that begin at these places. `word_text` and `other_text` give the numbers
// that its strings have here.
template <class WordText, class OtherText>
void Treebank::add_lines(const Treebank& from, Place begin, Place end, WordText word_text, OtherText other_text) {
  const std::size_t before = heads.size();
  heads.insert(heads.end(), from.heads.data() + begin.word, from.heads.data() + end.word);
  for (std::size_t column = 0; column < texts.size(); ++column) {
    texts[column].resize(heads.size());
    std::transform(from.texts[column].data() + begin.word, from.texts[column].data() + end.word,
                   texts[column].data() + before, word_text);
  }
  for (std::size_t i = begin.other; i < end.other; ++i)
    others.push_back({from.others[i].before, other_text(from.others[i].text)});
}

template <class WordText, class OtherText>
void Treebank::add_sentences(const Treebank& from, std::size_t begin, std::size_t end, WordText word_text,
                             OtherText other_text) {
  add_lines(from, {from.word_begin[begin], from.other_begin[begin]}, {from.word_begin[end], from.other_begin[end]},
            word_text, other_text);
  for (std::size_t sentence = begin; sentence < end; ++sentence) {
    word_begin.push_back(word_begin.back() + from.length(sentence));
    other_begin.push_back(other_begin.back() + from.other(sentence).size());
    first_line.push_back(from.first_line[sentence]);
  }
}

Treebank Treebank::take_complete() {
  Treebank done = std::exchange(*this, without_sentences());
  strings = std::make_shared<StringPool>();
  const Place end{done.word_begin.back(), done.other_begin.back()};
  add_lines(
      done, end, {done.heads.size(), done.others.size()},
      [&](StringId id) { return strings->intern((*done.strings)[id]); },
      [&](StringId id) { return strings->keep((*done.strings)[id]); });
  for (auto& column : done.texts) column.resize(end.word);
  done.heads.resize(end.word);
  done.others.resize(end.other);
  return done;
}

void Treebank::append(const Treebank& from, std::size_t sentence) {
  const auto same = [](StringId id) { return id; };
  add_sentences(from, sentence, sentence + 1, same, same);
}

void Treebank::extend(const Treebank& from) {
  constexpr StringId kUnknown = UINT32_MAX;
  std::vector<StringId> here(from.strings->size(), kUnknown);
  add_sentences(
      from, 0, from.sentences(),
      [&](StringId id) {
        if (here[id] == kUnknown) here[id] = strings->intern((*from.strings)[id]);
        return here[id];
      },
      [&](StringId id) { return strings->keep((*from.strings)[id]); });
}

void Treebank::absorb(Treebank&& from) {
  std::vector<StringId> kept;
  for (const OtherLine line : from.others) kept.push_back(line.text);
  const std::vector<StringId> here = strings->absorb(std::move(*from.strings), kept);
  const auto translate = [&](StringId id) { return here[id]; };
  add_sentences(from, 0, from.sentences(), translate, translate);
}

std::optional<std::size_t> Treebank::find_label(const std::function<bool(std::string_view)>& matches) const {
  std::vector<bool> passed(strings->size());
  const auto& labels = (*this)[Text::label];
  for (std::size_t word = 0; word < labels.size(); ++word) {
    if (passed[labels[word]]) continue;
    if (matches((*strings)[labels[word]])) return word;
    passed[labels[word]] = true;
  }
  return std::nullopt;
}

void check_trees(const Treebank& treebank) {
  for (std::size_t sentence = 0; sentence < treebank.sentences(); ++sentence) {
    const auto faults = find_tree_faults(treebank.head(sentence));
    if (!faults.empty())
      throw std::invalid_argument("sentence " + std::to_string(sentence) + ": " + faults.front().message);
  }
}

}  // namespace dodona
