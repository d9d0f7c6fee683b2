// Multiword tokens: splitting one token into several words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scoring/linear/packed_weights.h"
#include "text/exceptions.h"

namespace dodona {

/// How to split a token into words, stated so that it applies to other tokens too: *don't* is all but the last three
/// characters, and the last three.
class SplitRule {
 public:
  /// The rule for a token and its words; none if the words have control characters.
  static std::optional<SplitRule> between(std::string_view token, const std::vector<std::string_view>& words);

  /// The rule as text without line ends, and back; none if the text is not a rule.
  const std::string& text() const { return text_; }
  static std::optional<SplitRule> from_text(std::string_view text);

  /// The words of a token; none if the token is too short for the rule.
  std::optional<std::vector<std::string>> apply(std::string_view token) const;

  bool operator==(const SplitRule& other) const { return text_ == other.text_; }
  auto operator<=>(const SplitRule& other) const { return text_ <=> other.text_; }

 private:
  // One word: a range of the token's characters, each end counted from the token's start or end, with literal text
  // before and after it.
  struct Part {
    bool begin_from_end = false, end_from_end = false;
    std::uint8_t begin = 0, end = 0;
    std::string before, after;
    bool literal = false;  // nothing but `after`
  };
  std::string text_;
  std::vector<Part> parts_;
};

/// Chooses a rule for every token, from the token alone. Most tokens are not split.
class Splitter {
 public:
  static constexpr std::size_t kTemplates = 20;
  static void extract(std::string_view token, FeatureList& out);

  Splitter() = default;
  /// Rules are counted from 1, and 0 is "not split". The model has one output for 0 and for each of the first rules;
  /// only exceptions, which have the hashes of tokens as keys, use the other rules. Throws std::invalid_argument if the
  /// parts are inconsistent.
  Splitter(std::vector<SplitRule> rules, PackedWeights model, Exceptions exceptions);

  const std::vector<SplitRule>& rules() const { return rules_; }
  const PackedWeights& model() const { return model_; }
  const Exceptions& exceptions() const { return exceptions_; }
  /// Whether no token is ever split.
  bool empty() const { return rules_.empty(); }

  /// The words of a token; empty if it is not split.
  std::vector<std::string> split(std::string_view token) const;
  /// The rule that the model chooses, exceptions aside.
  std::uint32_t choose(std::string_view token) const;

 private:
  std::vector<SplitRule> rules_;
  PackedWeights model_;
  Exceptions exceptions_;
};

}  // namespace dodona
