// The feature templates of a tagger, which are text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "features/extractor.h"
#include "tagging/tag_set.h"

namespace dodona {

/// A feature atom of a word that does not depend on tags.
struct WordAtom {
  enum class Kind : std::uint8_t { form, lower, shape, prefix, suffix, infix, known, cluster };
  Kind kind = Kind::form;
  int length = 0;  ///< of a prefix or suffix of the form in lower case; the distance of an infix from the end
  bool operator==(const WordAtom&) const = default;
};

/// Templates are read from text: one per line, atoms separated by spaces. `w0` is the word to tag, `w-1` the word
/// before it, `w2` the second word after it. The attributes of a word are `form`, `lower`, `shape`, `prefix1` to
/// `prefix9`, `suffix1` to `suffix9`, `infix1` to `infix9` (three characters with so many others after them),
/// `cluster`, and `known` (its tags in training). The two words before w0 also have tags: `upos`, `tag` (UPOS and
/// XPOS) and `full` (and FEATS). `#` starts a comment.
class TagTemplates {
 public:
  explicit TagTemplates(std::string_view text);

  const std::string& text() const { return text_; }
  const std::vector<WordAtom>& atoms() const { return atoms_; }
  std::size_t size() const { return size_; }
  /// A list with room for the features of all templates.
  FeatureList list() const { return FeatureList(size_); }

  /// A sentence: for each word, the values of its atoms. Before the first word and after the last there are `kMargin`
  /// positions outside the sentence, which have values of their own.
  using View = const std::uint64_t* const*;
  static constexpr int kMargin = 3;

  /// The features of templates with atoms of w0 only, which do not depend on the sentence.
  void extract_word(const std::uint64_t* values, FeatureList& out) const;
  /// The features of templates with other words, but without tags.
  void extract_context(View sentence, std::size_t word, FeatureList& out) const;
  /// The features of templates with tags of the words before.
  void extract_history(View sentence, std::size_t word, const TagSet& tags, TagId before, TagId before_that,
                       FeatureList& out) const;

 private:
  enum class TagAtom : std::uint8_t { none, upos, coarse, full };
  struct Atom {
    int position = 0;
    TagAtom of_tag = TagAtom::none;
    std::uint16_t which = 0;  // in atoms_
  };
  struct Template {
    std::uint64_t seed;
    std::uint16_t number;
    std::vector<Atom> atoms;
  };
  Atom parse_atom(std::string_view text, std::size_t line);
  template <class Value>
  static void extract(const std::vector<Template>& templates, Value value, FeatureList& out);

  std::string text_;
  std::vector<WordAtom> atoms_;
  std::vector<Template> word_, context_, history_;
  std::size_t size_ = 0;
};

}  // namespace dodona
