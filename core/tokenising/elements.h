// Raw text as a sequence of characters and gaps between them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "text/characters.h"

namespace dodona {

/// A character that is not a space, or all the spaces between two of those.
struct Element {
  char32_t code;        ///< ' ' for spaces of any kind
  std::uint32_t begin;  ///< the offset of its first byte
  CharacterKind kind;
  std::uint8_t lines;  ///< the number of line ends in it, at most 2
};

/// Whether an apostrophe beside a character may be within a word.
inline bool is_alphanumeric(CharacterKind kind) {
  return kind == CharacterKind::letter || kind == CharacterKind::capital || kind == CharacterKind::digit;
}

/// Appends the elements of a text to `out`. Typographic apostrophes within words become straight ones, which most
/// treebanks have, so that both are split alike. Returns the number of bytes read. Unless the text ends here
/// (`last`), spaces at its end, and a character that may be incomplete (it has up to four bytes), are left for the
/// next call.
inline std::size_t read_elements(std::string_view text, bool last, std::vector<Element>& out) {
  const std::size_t limit = last ? text.size() : text.size() - std::min<std::size_t>(text.size(), 3);
  std::size_t at = 0;
  while (at < limit) {
    Character c = character_at(text, at);
    const CharacterKind kind = kind_of(c.code);
    const auto begin = static_cast<std::uint32_t>(at);
    if (kind != CharacterKind::space) {
      if (is_alphanumeric(kind) && out.size() > 1 && out.back().code == 0x2019 &&
          is_alphanumeric(out[out.size() - 2].kind))
        out.back().code = U'\'';
      out.push_back({c.code, begin, kind, 0});
      at += c.bytes;
      continue;
    }
    std::size_t end = at;
    unsigned lines = 0;
    for (; end < text.size(); end += c.bytes) {
      c = character_at(text, end);
      if (kind_of(c.code) != CharacterKind::space) break;
      // \r\n is one line end, and \r alone another.
      const bool half = c.code == '\r' && end + 1 < text.size() && text[end + 1] == '\n';
      lines += (c.code == '\n' || c.code == '\r' || c.code == 0x2028 || c.code == 0x2029 || c.code == 0x85 ||
                c.code == 0x0B || c.code == 0x0C) &&
               !half;
    }
    if (!last && end >= limit) break;
    out.push_back({U' ', begin, CharacterKind::space, static_cast<std::uint8_t>(std::min(lines, 2u))});
    at = end;
  }
  return at;
}

}  // namespace dodona
