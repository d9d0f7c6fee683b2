// What a tagger looks at, as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "features/extractor.h"
#include "tagging/tag_set.h"

namespace dodona {

/// What can be asked of a word without knowing its tag.
struct WordQuestion {
  enum class Kind : std::uint8_t { form, lower, shape, prefix, suffix, infix, known };
  Kind kind = Kind::form;
  int length = 0;  ///< of prefixes and suffixes, which are those of the form in small letters; of infixes, how far from the end they are
  bool operator==(const WordQuestion&) const = default;
};

/// Templates as read from text: one a line, of questions parted by spaces. `w0` is the word that gets a tag, `w-1` the one before it, `w2`
/// the second after it. Of each can be asked `form`, `lower`, `shape`, `prefix1` to `prefix9`, `suffix1` to `suffix9`,
/// `infix1` to `infix9` (the three characters that so many others follow), and `known` (which
/// tags it had in training); and of the two words before it their tags: `upos`, `tag` (UPOS and XPOS) and `full` (FEATS as well). A `#`
/// begins a comment.
class TagTemplates {
 public:
  explicit TagTemplates(std::string_view text);

  const std::string& text() const { return text_; }
  const std::vector<WordQuestion>& questions() const { return questions_; }
  std::size_t size() const { return size_; }
  /// Room for the features of all templates.
  FeatureList list() const { return FeatureList(size_); }

  /// A sentence: a row of answers for each word, one a question. Where there is no word there is a row of those.
  struct View {
    const std::uint64_t* const* words;  ///< kMargin rows before the first word, and as many after the last
  };
  static constexpr int kMargin = 3;

  /// Those templates that ask only of w0, and so say the same wherever a word stands.
  void of_word(const std::uint64_t* answers, FeatureList& out) const;
  /// Those that look at other words as well, but at no tags.
  void of_context(View sentence, std::size_t word, FeatureList& out) const;
  /// Those that look at the tags of the words before.
  void of_history(View sentence, std::size_t word, const TagSet& tags, TagId before, TagId before_that, FeatureList& out) const;

 private:
  enum class TagQuestion : std::uint8_t { none, upos, coarse, full };
  struct Question {
    int place = 0;
    TagQuestion of_tag = TagQuestion::none;
    std::uint16_t which = 0;  // among questions_
  };
  struct Template {
    std::uint64_t seed;
    std::uint16_t number;
    std::vector<Question> questions;
  };
  Question question(std::string_view text, std::size_t line);

  std::string text_;
  std::vector<WordQuestion> questions_;
  std::vector<Template> word_, context_, history_;
  std::size_t size_ = 0;
};

}  // namespace dodona
