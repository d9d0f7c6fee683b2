// Encodes the attributes that templates use as numbers, once per sentence.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "features/attributes.h"
#include "transitions/configuration.h"
#include "treebank/treebank.h"

namespace dodona {

/// A value of an attribute. 0 is no value: no such word, an empty column, or a string unseen in training. A template
/// has no feature where one of its atoms has no value.
using Value = std::uint32_t;
inline constexpr Value kNoValue = 0;
/// The value of every attribute of the artificial root.
inline constexpr Value kRootValue = 1;

/// Numbers the values of an attribute, from 2. Strings are identified by 64-bit hashes, as features are: a table of
/// hashes alone fits the cache. Strings given to it must be padded (base/digest.h).
class Vocabulary {
 public:
  Value add(std::string_view padded);
  Value find(std::string_view padded) const { return values_[place_of(print_of(padded))]; }
  const std::vector<std::string>& strings() const { return strings_; }

 private:
  static std::uint64_t print_of(std::string_view padded);
  // The index of a fingerprint, or the free index where it would be inserted.
  std::size_t place_of(std::uint64_t print) const {
    std::size_t at = static_cast<std::size_t>(print >> shift_);
    while (prints_[at] != print && prints_[at] != 0) at = (at + 1) & (prints_.size() - 1);
    return at;
  }
  void grow();

  int shift_ = 64 - 6;
  std::vector<std::uint64_t> prints_ = std::vector<std::uint64_t>(1 << 6);  // linear probing; 0: free
  std::vector<Value> values_ = std::vector<Value>(1 << 6);                  // kNoValue where it is free
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
    return std::span(values).subspan(begin[sentence] * attributes,
                                     (begin[sentence + 1] - begin[sentence]) * attributes);
  }
};

/// Turns words into values.
class Encoder {
 public:
  /// `clusters` may be null; then no word has a cluster.
  Encoder(std::vector<Attribute> attributes, TagChoice tag, std::shared_ptr<const Clusters> clusters = nullptr)
      : attributes_(std::move(attributes)), tag_(tag), clusters_(std::move(clusters)),
        vocabularies_(attributes_.size()) {}

  /// The values of a treebank's sentences; new strings are added to the vocabularies.
  EncodedSentences learn(const Treebank& treebank) { return encode(*this, treebank); }
  /// The same, but new strings have no value.
  EncodedSentences encode(const Treebank& treebank) const { return encode(*this, treebank); }

  const std::vector<Attribute>& attributes() const { return attributes_; }
  TagChoice tag() const { return tag_; }
  const Clusters* clusters() const { return clusters_.get(); }
  std::vector<Vocabulary>& vocabularies() { return vocabularies_; }
  const std::vector<Vocabulary>& vocabularies() const { return vocabularies_; }

 private:
  template <class Self>
  static EncodedSentences encode(Self& self, const Treebank& treebank);

  std::vector<Attribute> attributes_;
  TagChoice tag_;
  std::shared_ptr<const Clusters> clusters_;
  std::vector<Vocabulary> vocabularies_;
};

}  // namespace dodona
