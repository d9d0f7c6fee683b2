// Words as numbers: what templates ask about a word, looked up once for the whole sentence.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "features/attributes.h"
#include "transitions/configuration.h"
#include "treebank/strings.h"
#include "treebank/treebank.h"

namespace dodona {

/// A value of an attribute. 0 is nothing: no such word, nothing to say, or never seen in training;
/// templates that ask for it stay silent.
using Value = std::uint32_t;
inline constexpr Value kNothingToSay = 0;
/// What every attribute of the artificial root is.
inline constexpr Value kRootValue = 1;

/// The values of an attribute, numbered from 2.
class Vocabulary {
 public:
  Value add(std::string_view string);
  Value find(std::string_view string) const;
  const std::vector<std::string>& strings() const { return strings_; }

 private:
  StringPool pool_;
  std::vector<Value> values_;  // by the number of the string in the pool
  std::vector<std::string> strings_;
};

/// The values of all attributes of all nodes of some sentences.
struct EncodedSentences {
  std::size_t attributes = 0;
  std::vector<Value> values;       ///< node by node, the root before the words of each sentence
  std::vector<std::size_t> begin;  ///< the first node of each sentence, and the end

  std::size_t sentences() const { return begin.size() - 1; }
  Node words(std::size_t sentence) const { return static_cast<Node>(begin[sentence + 1] - begin[sentence]) - 1; }
  std::span<const Value> operator[](std::size_t sentence) const {
    return std::span(values).subspan(begin[sentence] * attributes, (begin[sentence + 1] - begin[sentence]) * attributes);
  }
};

/// Turns words into values.
class Encoder {
 public:
  Encoder(std::vector<Attribute> attributes, TagChoice tag) : attributes_(std::move(attributes)), tag_(tag), vocabularies_(attributes_.size()) {}

  /// The values of a treebank's sentences; strings that are new are learnt.
  EncodedSentences learn(const Treebank& treebank) { return encode(*this, treebank); }
  /// The same, strings that are new being nothing.
  EncodedSentences encode(const Treebank& treebank) const { return encode(*this, treebank); }

  const std::vector<Attribute>& attributes() const { return attributes_; }
  TagChoice tag() const { return tag_; }
  std::vector<Vocabulary>& vocabularies() { return vocabularies_; }
  const std::vector<Vocabulary>& vocabularies() const { return vocabularies_; }

 private:
  template <class Self>
  static EncodedSentences encode(Self& self, const Treebank& treebank);

  std::vector<Attribute> attributes_;
  TagChoice tag_;
  std::vector<Vocabulary> vocabularies_;
};

}  // namespace dodona
