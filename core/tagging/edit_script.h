// How to get from a form to its lemma.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dodona {

/// A way from a form to another, such as from *walked* to *walk*, that also leads from *talked* to *talk*: make letters small, take characters
/// off either end, put others there. Forms that share nothing with their lemmas are replaced as a whole (Chrupała 2008 and others).
struct EditScript {
  bool whole = false;  ///< `back` is the lemma
  bool lower = false;  ///< make letters small first
  std::uint8_t drop_front = 0, drop_back = 0;  ///< characters
  std::string front, back;

  bool operator==(const EditScript&) const = default;
  auto operator<=>(const EditScript&) const = default;

  /// As text without line ends, and back; none if it is no script.
  std::string text() const;
  static std::optional<EditScript> from_text(std::string_view text);

  /// The shortest way: as much of the form as possible is kept.
  static EditScript between(std::string_view form, std::string_view lemma);
  /// Appends the lemma; false if the form is too short, or nothing would be left.
  bool apply(std::string_view form, std::string& out) const;
};

}  // namespace dodona
