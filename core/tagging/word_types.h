// What is the same wherever a word stands, found out once for each form.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tagging/dictionary.h"
#include "tagging/tag_templates.h"
#include "treebank/treebank.h"

namespace dodona {

/// The forms of some sentences: their answers to the questions of the templates, and their entries in the dictionary.
class WordTypes {
 public:
  WordTypes(const TagTemplates& templates, const Dictionary& dictionary) : templates_(&templates), dictionary_(&dictionary) { clear(); }

  /// Forgets all forms.
  void clear();
  /// The number of a form, whose answers are found out if it is new. Type 0 is where there is no word.
  std::uint32_t type_of(const StringPool& strings, StringId form) {
    if (form >= types_.size()) types_.resize(strings.size(), 0);
    std::uint32_t& type = types_[form];
    return type != 0 ? type : type = add(strings[form]);
  }
  std::size_t size() const { return entries_.size(); }

  const std::uint64_t* answers(std::uint32_t type) const { return answers_.data() + type * templates_->questions().size(); }
  const Dictionary::Entry& entry(std::uint32_t type) const { return entries_[type]; }

  /// Answers to questions about one form.
  void answer(std::string_view form, const Dictionary::Entry& entry, std::uint64_t* out) const;

 private:
  std::uint32_t add(std::string_view form);

  const TagTemplates* templates_;
  const Dictionary* dictionary_;
  std::vector<std::uint32_t> types_;  // by the number of the string
  std::vector<std::uint64_t> answers_;
  std::vector<Dictionary::Entry> entries_;
  mutable std::string buffer_, lowered_;
  mutable std::vector<std::uint32_t> places_;  // where the characters of lowered_ begin, and the end
};

/// Sentences as rows of answers, with what is beyond their ends.
class TypedSentence {
 public:
  /// Pointers into `types`, which must not grow while they are used.
  void start(const WordTypes& types, std::span<const std::uint32_t> words) {
    rows_.assign(words.size() + 2 * TagTemplates::kMargin, types.answers(0));
    for (std::size_t i = 0; i < words.size(); ++i) rows_[i + TagTemplates::kMargin] = types.answers(words[i]);
  }
  TagTemplates::View view() const { return {rows_.data()}; }

 private:
  std::vector<const std::uint64_t*> rows_;
};

}  // namespace dodona
