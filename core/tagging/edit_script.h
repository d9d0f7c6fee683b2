// Edit scripts from forms to lemmas.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "treebank/treebank.h"

namespace dodona {

/// How to get from a form to its lemma, stated so that it applies to other forms too: from *walked* to *walk*, and from
/// *talked* to *talk*. Convert to lower case, remove characters at both ends, add others. Forms that share no character
/// with their lemma are replaced as a whole (Chrupała 2008 and others).
struct EditScript {
  bool whole = false;                          ///< `back` is the lemma
  bool lower = false;                          ///< convert to lower case first
  std::uint8_t drop_front = 0, drop_back = 0;  ///< numbers of characters
  std::string front, back;

  bool operator==(const EditScript&) const = default;
  auto operator<=>(const EditScript&) const = default;

  /// The script as text without line ends, and back; none if the text is not a script, or if the lemmas that it makes
  /// could not be written.
  std::string text() const;
  static std::optional<EditScript> from_text(std::string_view text);

  /// The script that keeps as much of the form as possible.
  static EditScript between(std::string_view form, std::string_view lemma);
  /// Appends the lemma; false if the form is too short or the lemma would be empty.
  bool apply(std::string_view form, std::string& out) const;
};

/// The scripts that at least `least` words of a treebank need, the most frequent first, and for each word the number of
/// its script: -1 if that is none of these, or if the word has no lemma.
std::pair<std::vector<EditScript>, std::vector<std::int32_t>> edit_scripts(const Treebank& treebank, std::size_t least);

/// The treebank with lemmas. Each word has the same number of candidates, scripts by number, the best first: the first
/// that applies makes its lemma; if none does, the lemma is the form. Throws std::invalid_argument if a number is
/// wrong.
Treebank lemmatised(const Treebank& treebank, std::span<const EditScript> scripts,
                    std::span<const std::int32_t> candidates);

}  // namespace dodona
