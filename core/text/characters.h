// Characters of raw text, whatever bytes come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dodona {

/// What stands for bytes that are no UTF-8.
inline constexpr char32_t kReplacement = 0xFFFD;

/// A character and how many bytes it took.
struct Character {
  char32_t code = 0;
  std::uint32_t bytes = 0;
};

/// The character that begins at `at`. A byte that begins none is `kReplacement`, and one byte long; a real
/// U+FFFD is three bytes long.
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

/// Where each character of a text begins, and the end.
std::vector<std::size_t> character_places(std::string_view text);

/// Appends a character as UTF-8.
void append_character(std::string& out, char32_t code);

/// The small letter of a capital; any other character as it is. One to one, without regard to language: the
/// scripts of Europe (Latin, Greek, Cyrillic, Armenian, and fullwidth Latin).
char32_t small_letter(char32_t code);
/// The same for a whole text; bytes that are no UTF-8 stay as they are.
void append_lowered(std::string& out, std::string_view text);

/// What kind of character this is, as roughly as a tokeniser needs it.
enum class CharacterKind : std::uint8_t {
  letter,       ///< also whatever is unknown
  capital,
  digit,
  space,        ///< whatever parts words without being seen; control characters as well
  punctuation,
  symbol,       ///< of currency and mathematics, arrows, emoji
  mark,         ///< goes on top of the character before it, or joins it to the next one
  ideograph,    ///< of the scripts that put no spaces between words
};
inline constexpr std::size_t kCharacterKinds = 8;
CharacterKind kind_of(char32_t code);

}  // namespace dodona
