// Multiword tokens: one token, several words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scoring/linear/packed_weights.h"

namespace dodona {

/// How a token is made into words, so that it also holds for other tokens: *don't* is all but the last three characters, and those three.
class SplitRule {
 public:
  /// The rule for a token and its words.
  static SplitRule between(std::string_view token, const std::vector<std::string_view>& words);

  /// As text without line ends, and back; none if it is no rule.
  const std::string& text() const { return text_; }
  static std::optional<SplitRule> from_text(std::string_view text);

  /// The words of a token; none if the token is too short for the rule.
  std::optional<std::vector<std::string>> apply(std::string_view token) const;

  bool operator==(const SplitRule& other) const { return text_ == other.text_; }
  auto operator<=>(const SplitRule& other) const { return text_ <=> other.text_; }

 private:
  // Characters of the token from one place to another, each counted from one of its ends, and others before and after them.
  struct Part {
    bool begin_from_end = false, end_from_end = false;
    std::uint8_t begin = 0, end = 0;
    std::string before, after;
    bool nothing_of_it = false;  // only `after`
  };
  std::string text_;
  std::vector<Part> parts_;
};

/// Chooses a rule for every token, most of which stay whole. It looks at nothing but the token.
class Splitter {
 public:
  struct Exception {
    std::uint64_t token;  ///< a hash
    std::uint32_t rule;   ///< from 1 on; 0: stays whole
  };
  static constexpr std::size_t kTemplates = 20;
  static FeatureList list() { return FeatureList(kTemplates); }
  static void extract(std::string_view token, FeatureList& out);
  static std::uint64_t key_of(std::string_view token);

  Splitter() = default;
  /// The model has a column for staying whole and one for each of the first rules; others are for exceptions, which are in order.
  /// Throws std::invalid_argument if the parts do not fit together.
  Splitter(std::vector<SplitRule> rules, PackedWeights model, std::vector<Exception> exceptions);

  const std::vector<SplitRule>& rules() const { return rules_; }
  const PackedWeights& model() const { return model_; }
  const std::vector<Exception>& exceptions() const { return exceptions_; }
  /// Whether there is any token to split.
  bool empty() const { return rules_.empty(); }

  /// The words of a token; empty if it stays whole. `choose` leaves exceptions aside.
  std::vector<std::string> split(std::string_view token) const;
  std::uint32_t choose(std::string_view token) const;

 private:
  std::vector<SplitRule> rules_;
  PackedWeights model_;
  std::vector<Exception> exceptions_;
};

}  // namespace dodona
