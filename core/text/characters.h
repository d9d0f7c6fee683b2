// Characters of raw text, which need not be valid UTF-8.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dodona {

/// Stands for bytes that are not valid UTF-8.
inline constexpr char32_t kReplacement = 0xFFFD;

/// A character and its length in bytes.
struct Character {
  char32_t code = 0;
  std::uint32_t bytes = 0;
};

/// The character that begins at `at`. A byte that begins no valid character is `kReplacement` with a length of one
/// byte; a real U+FFFD has three.
inline Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const auto continues = [&](std::size_t i) { return at + i < text.size() && (byte(i) & 0xC0u) == 0x80u; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {static_cast<char32_t>(lead), 1};
  const auto bits = [&](std::size_t i) { return static_cast<char32_t>(byte(i) & 0x3Fu); };
  if (lead >= 0xC2 && lead < 0xE0 && continues(1)) return {(lead & 0x1Fu) << 6 | bits(1), 2};
  if (lead >= 0xE0 && lead < 0xF0 && continues(1) && continues(2)) {
    const char32_t code = (lead & 0x0Fu) << 12 | bits(1) << 6 | bits(2);
    if (code >= 0x800 && (code < 0xD800 || code > 0xDFFF)) return {code, 3};
  }
  if (lead >= 0xF0 && lead < 0xF5 && continues(1) && continues(2) && continues(3)) {
    const char32_t code = (lead & 0x07u) << 18 | bits(1) << 12 | bits(2) << 6 | bits(3);
    if (code >= 0x10000 && code <= 0x10FFFF) return {code, 4};
  }
  return {kReplacement, 1};
}

/// Whether a character controls a terminal or ends a line, at least for some programs.
constexpr bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029;
}
/// Whether a text has such a character.
bool has_control(std::string_view text);
/// Whether a name from a model can be a column of a file: it is not empty and has no such character.
inline bool can_be_column(std::string_view text) { return !text.empty() && !has_control(text); }

/// A text by its characters.
class Characters {
 public:
  explicit Characters(std::string_view text);
  std::size_t size() const { return offsets_.size() - 1; }
  std::string_view operator[](std::size_t i) const { return part(i, i + 1); }
  /// The characters from `begin` up to `end`.
  std::string_view part(std::size_t begin, std::size_t end) const {
    return text_.substr(offsets_[begin], offsets_[end] - offsets_[begin]);
  }
  /// The first or last characters, or all if there are no more.
  std::string_view prefix(std::size_t length) const { return part(0, std::min(length, size())); }
  std::string_view suffix(std::size_t length) const { return part(size() - std::min(length, size()), size()); }

 private:
  std::string_view text_;
  std::vector<std::size_t> offsets_;
};

/// Appends a character as UTF-8.
void append_character(std::string& out, char32_t code);

/// Appends a number in decimal digits.
void append_number(std::string& out, std::uint64_t value);
/// Reads a number up to 255 in decimal digits; false if the text is none.
bool read_number(std::string_view text, std::uint8_t& value);

/// The parts of a text between separators; always at least one.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The lower case of a character, one to one and independent of the language, for the scripts of Europe (Latin, Greek,
/// Cyrillic, Armenian, and fullwidth Latin). Other characters are returned unchanged.
char32_t lower_case(char32_t code);
/// A text in lower case; bytes that are not valid UTF-8 are copied.
std::string lower_case(std::string_view text);

/// The kind of a character, as coarse as a tokeniser needs it.
enum class CharacterKind : std::uint8_t {
  letter,  ///< also any unknown character
  capital,
  digit,
  space,  ///< also control characters
  punctuation,
  symbol,     ///< currency, mathematics, arrows, emoji
  mark,       ///< combines with the character before it, or joins it to the next one
  ideograph,  ///< any character of a script without spaces between words
};
inline constexpr std::size_t kCharacterKinds = 8;
CharacterKind kind_of(char32_t code);

}  // namespace dodona
