// The rows of tables of embeddings that a word form has.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "treebank/treebank.h"

namespace dodona {

/// The rows of one form.
struct WordRows {
  std::int32_t word = 0;             ///< 0 for an unknown word
  std::vector<std::int32_t> ngrams;  ///< at least one
  std::int32_t shape = 0;
};

/// Finds the rows of forms in three tables: of known words in lower case; of hashed character n-grams, from 2 to 5
/// characters of the word in lower case between `<` and `>`; and of hashed shapes.
class WordTable {
 public:
  /// Word i has row i + 1. Throws std::invalid_argument if a word is there twice, or if a table would be empty.
  WordTable(std::vector<std::string> words, std::size_t buckets, std::size_t shapes);
  WordTable(const WordTable&) = delete;

  const std::vector<std::string>& words() const { return words_; }
  std::size_t buckets() const { return buckets_; }
  std::size_t shapes() const { return shapes_; }

  void find(std::string_view form, WordRows& rows) const;

 private:
  std::vector<std::string> words_;
  std::unordered_map<std::string_view, std::int32_t> numbers_;
  std::size_t buckets_, shapes_;
};

/// A form with its letters replaced by x, X, d (digits) or c (characters of scripts without spaces), and runs of the
/// same character shortened to three: `Xxx-ddd` for Boeing-747.
std::string shape_of(std::string_view form);

/// The words of a treebank by their forms: each distinct form has a number, in the order of first use.
struct FormTypes {
  explicit FormTypes(const Treebank& treebank);
  std::vector<StringId> forms;      ///< by type
  std::vector<std::int32_t> types;  ///< by word
};

/// How often each form in lower case occurs.
std::map<std::string, std::int64_t> word_counts(const Treebank& treebank);

}  // namespace dodona
