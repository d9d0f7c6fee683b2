// The properties of a word that do not depend on its context, computed once per form.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tagging/dictionary.h"
#include "tagging/tag_templates.h"
#include "text/clusters.h"
#include "treebank/treebank.h"

namespace dodona {

/// The forms of some sentences, with the values of their feature atoms and their dictionary entries.
class WordTypes {
 public:
  /// `clusters` may be null; then no word has a cluster.
  WordTypes(const TagTemplates& templates, const Dictionary& dictionary, const Clusters* clusters = nullptr)
      : templates_(&templates), dictionary_(&dictionary), clusters_(clusters) {
    clear();
  }

  /// Removes all forms.
  void clear();
  /// The number of a form, which is added if it is new. Type 0 stands for positions outside the sentence.
  std::uint32_t type_of(const StringPool& strings, StringId form) {
    if (form >= types_.size()) types_.resize(strings.size(), 0);
    std::uint32_t& type = types_[form];
    return type != 0 ? type : type = add(strings[form]);
  }
  std::size_t size() const { return entries_.size(); }

  /// The values of the atoms of the templates.
  const std::uint64_t* values(std::uint32_t type) const { return values_.data() + type * templates_->atoms().size(); }
  const Dictionary::Entry& entry(std::uint32_t type) const { return entries_[type]; }

 private:
  std::uint32_t add(std::string_view form);

  const TagTemplates* templates_;
  const Dictionary* dictionary_;
  const Clusters* clusters_;
  std::vector<std::uint32_t> types_;  // by the number of the string
  std::vector<std::uint64_t> values_;
  std::vector<Dictionary::Entry> entries_;
};

/// A sentence as the values of its words, with positions outside it.
class TypedSentence {
 public:
  /// Stores pointers into `types`, which must not grow while they are used.
  void start(const WordTypes& types, std::span<const std::uint32_t> words) {
    rows_.assign(words.size() + 2 * TagTemplates::kMargin, types.values(0));
    for (std::size_t i = 0; i < words.size(); ++i) rows_[i + TagTemplates::kMargin] = types.values(words[i]);
  }
  TagTemplates::View view() const { return rows_.data(); }

 private:
  std::vector<const std::uint64_t*> rows_;
};

}  // namespace dodona
