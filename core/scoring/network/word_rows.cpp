#include "scoring/network/word_rows.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "base/hash.h"
#include "base/memory.h"
#include "text/characters.h"

namespace dodona {
namespace {

constexpr std::size_t kShortest = 2, kLongest = 5;  // of n-grams
constexpr std::size_t kRun = 3;
constexpr std::size_t kMostRows = std::numeric_limits<std::int32_t>::max();

std::int32_t bucket_of(std::string_view text, std::size_t buckets) {
  return static_cast<std::int32_t>(high_product(finalised(hash_text(text)), buckets));
}

}  // namespace

WordTable::WordTable(std::vector<std::string> words, std::size_t buckets, std::size_t shapes)
    : words_(std::move(words)), buckets_(buckets), shapes_(shapes) {
  if (buckets == 0 || shapes == 0 || buckets > kMostRows || shapes > kMostRows || words_.size() >= kMostRows)
    throw std::invalid_argument("a table of a network is empty or too large");
  numbers_.reserve(words_.size());
  for (const std::string& word : words_)
    if (!numbers_.emplace(word, static_cast<std::int32_t>(numbers_.size()) + 1).second)
      throw std::invalid_argument("a word of the network is there twice");
}

void WordTable::find(std::string_view form, WordRows& rows) const {
  const std::string lower = lower_case(form);
  const auto known = numbers_.find(lower);
  rows.word = known == numbers_.end() ? 0 : known->second;
  std::string bounded("<");
  bounded.append(lower).append(">");
  const Characters characters(bounded);
  rows.ngrams.clear();
  for (std::size_t begin = 0; begin + kShortest <= characters.size(); ++begin)
    for (std::size_t end = begin + kShortest; end <= std::min(begin + kLongest, characters.size()); ++end)
      rows.ngrams.push_back(bucket_of(characters.part(begin, end), buckets_));
  rows.shape = bucket_of(shape_of(form), shapes_);
}

std::string shape_of(std::string_view form) {
  std::string shape;
  char32_t last = 0;
  std::size_t run = 0;
  for (std::size_t at = 0; at < form.size();) {
    const Character character = character_at(form, at);
    at += character.bytes;
    char32_t code = character.code;
    switch (kind_of(code)) {
      case CharacterKind::letter: code = 'x'; break;
      case CharacterKind::capital: code = 'X'; break;
      case CharacterKind::digit: code = 'd'; break;
      case CharacterKind::ideograph: code = 'c'; break;
      default: break;
    }
    run = code == last ? run + 1 : 1;
    last = code;
    if (run <= kRun) append_character(shape, code);
  }
  return shape;
}

FormTypes::FormTypes(const Treebank& treebank) {
  std::vector<std::int32_t> numbers;
  types.reserve(treebank.words());
  for (const StringId form : treebank[Text::form]) {
    if (form >= numbers.size()) numbers.resize(treebank.strings->size(), -1);
    if (numbers[form] < 0) {
      numbers[form] = static_cast<std::int32_t>(forms.size());
      forms.push_back(form);
    }
    types.push_back(numbers[form]);
  }
}

std::map<std::string, std::int64_t> word_counts(const Treebank& treebank) {
  const FormTypes found(treebank);
  std::vector<std::int64_t> of_type(found.forms.size());
  for (const std::int32_t type : found.types) ++of_type[static_cast<std::size_t>(type)];
  std::map<std::string, std::int64_t> counts;
  for (std::size_t type = 0; type < of_type.size(); ++type)
    counts[lower_case((*treebank.strings)[found.forms[type]])] += of_type[type];
  return counts;
}

}  // namespace dodona
