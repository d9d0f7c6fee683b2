// Sentences stored by column: one number per word and column, one offset per sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "treebank/strings.h"

namespace dodona {

/// The head of a word that has none yet; 0 is the artificial root, 1 the first word.
inline constexpr std::int32_t kNoHead = -1;

enum class Format { conllu, conllx };

/// The columns that hold text. CoNLL-X calls `tag` CPOSTAG, `fine_tag` POSTAG, and has PHEAD and
/// PDEPREL where CoNLL-U has `deps` and `misc`.
enum class Text : std::size_t { form, lemma, tag, fine_tag, feats, label, deps, misc };
inline constexpr std::size_t kTexts = 8;

/// A line that is not a word: a comment, a multiword token or an empty node, stored as it was read.
struct OtherLine {
  std::uint32_t before;  ///< the word that follows it, counted from 0
  StringId text;
};

/// The meaning of the columns of a line, from the second on (the first is the word's number).
struct Layout {
  static constexpr int kHead = -1;
  /// A `Text`, `kHead`, or `kTexts` + k for the k-th unknown column.
  std::vector<int> columns;
  /// The `# global.columns` line of CoNLL-U Plus; empty where there was none.
  std::string declaration;

  /// The ten columns of CoNLL-U and CoNLL-X, and `unknown` more.
  static Layout standard(std::size_t unknown = 0);
  bool operator==(const Layout&) const = default;
  /// Whether sentences of both can be in one treebank; a line that names the ten columns of CoNLL-U says nothing new.
  bool fits(const Layout& other) const {
    return *this == other || (columns == other.columns && columns == standard().columns);
  }
};

/// Sentences, stored column by column. The heads of a sentence are a tree or all `kNoHead`.
struct Treebank {
  std::shared_ptr<StringPool> strings = std::make_shared<StringPool>();
  Format format = Format::conllu;
  Layout layout = Layout::standard();

  std::vector<std::vector<StringId>> texts =
      std::vector<std::vector<StringId>>(kTexts);  ///< the columns that hold text, then those that are unknown
  std::vector<std::int32_t> heads;
  std::vector<std::size_t> word_begin{0};  ///< sentence i has words word_begin[i] .. word_begin[i+1]

  std::vector<OtherLine> others;
  std::vector<std::size_t> other_begin{0};
  std::vector<std::size_t> first_line;  ///< of each sentence in its file, counted from 1; 0 if there is no file

  std::size_t sentences() const { return first_line.size(); }
  std::size_t words() const { return heads.size(); }
  std::size_t length(std::size_t sentence) const { return word_begin[sentence + 1] - word_begin[sentence]; }

  std::span<const StringId> text(Text column, std::size_t sentence) const;
  std::span<const std::int32_t> head(std::size_t sentence) const;
  std::span<const OtherLine> other(std::size_t sentence) const;

  std::vector<StringId>& operator[](Text column) { return texts[static_cast<std::size_t>(column)]; }
  const std::vector<StringId>& operator[](Text column) const { return texts[static_cast<std::size_t>(column)]; }

  /// The same sentences from right to left; doing it twice undoes it. Other lines stay in their places, so this is
  /// only for parsers.
  Treebank reversed() const;
  /// A treebank without sentences, with the strings, format and layout of this one.
  Treebank without_sentences() const;
  /// Returns the complete sentences. What remains here is an unfinished sentence, whose words follow the last complete
  /// one, with its strings in a new pool.
  Treebank take_complete();
  /// Adds a sentence of `from`, which has the same strings and layout.
  void append(const Treebank& from, std::size_t sentence);
  /// Adds all sentences of `from`, which has the same layout; each of its strings is looked up once.
  void extend(const Treebank& from);
  /// Adds all sentences of `from`, whose strings nothing else uses. Strings get the numbers that they would have if the
  /// sentences had been read right after those that are here.
  void absorb(Treebank&& from);

  /// The first word, counted through all sentences, whose label matches. `matches` is called once per label, not per
  /// word.
  std::optional<std::size_t> find_label(const std::function<bool(std::string_view)>& matches) const;

 private:
  struct Place {
    std::size_t word, other;
  };
  template <class WordText, class OtherText>
  void add_lines(const Treebank& from, Place begin, Place end, WordText word_text, OtherText other_text);
  template <class WordText, class OtherText>
  void add_sentences(const Treebank& from, std::size_t begin, std::size_t end, WordText word_text,
                     OtherText other_text);
};

/// Throws std::invalid_argument unless the heads of every sentence are a tree or all absent.
void check_trees(const Treebank& treebank);

}  // namespace dodona
