// Decoding, lower case and kinds of characters.
#include "text/characters.h"

#include <string>
#include <vector>

#include "test.h"

using namespace dodona;

TEST(characters_are_decoded_from_any_bytes) {
  const std::string text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x90\xA6\xFF\xC3";
  std::vector<char32_t> codes;
  std::vector<std::uint32_t> bytes;
  for (std::size_t i = 0; i < text.size(); i += bytes.back()) {
    const Character c = character_at(text, i);
    codes.push_back(c.code);
    bytes.push_back(c.bytes);
  }
  CHECK(codes == std::vector<char32_t>{U'a', U'é', U'€', U'\U0001F426', kReplacement, kReplacement});
  CHECK(bytes == std::vector<std::uint32_t>{1, 2, 3, 4, 1, 1});
  for (char32_t c = 0; c < 0x30000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string one;
    append_character(one, c);
    CHECK(character_at(one, 0).code == c && character_at(one, 0).bytes == one.size());
    CHECK(lower_case(lower_case(c)) == lower_case(c));
  }
}

TEST(lower_case_and_kinds_of_characters) {
  for (const auto& [capital, small] : {std::pair{U'Ä', U'ä'},
                                       {U'Ő', U'ő'},
                                       {U'Ž', U'ž'},
                                       {U'Ÿ', U'ÿ'},
                                       {U'Ά', U'ά'},
                                       {U'Σ', U'σ'},
                                       {U'Ж', U'ж'},
                                       {U'Ё', U'ё'},
                                       {U'Ա', U'ա'}})
    CHECK(lower_case(capital) == small && kind_of(capital) == CharacterKind::capital &&
          kind_of(small) == CharacterKind::letter);
  for (const char32_t c : {U'ß', U'ı', U'×', U'1', U'漢'}) CHECK(lower_case(c) == c);
  CHECK(kind_of(0x3000) == CharacterKind::space && kind_of(0) == CharacterKind::space &&
        kind_of(0x301) == CharacterKind::mark);
  CHECK(kind_of(U'漢') == CharacterKind::ideograph && kind_of(U'。') == CharacterKind::punctuation &&
        kind_of(0x1F426) == CharacterKind::symbol);
}

TEST(texts_are_split_at_every_separator) {
  const auto parts = [](std::string_view text) { return split(text, '|'); };
  using Parts = std::vector<std::string_view>;
  CHECK(parts("") == Parts{""} && parts("a") == Parts{"a"} && parts("|") == Parts{"", ""} &&
        parts("a|bc||d") == Parts{"a", "bc", "", "d"});
}

TEST(characters_are_found_from_either_end) {
  const std::string text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x90\xA6z";
  const std::vector<std::size_t> offsets = {0, 1, 3, 6, 10, 11};
  const Characters characters(text);
  CHECK(characters.size() == 5 && characters.part(1, 5) == text.substr(1));
  for (std::size_t i = 0; i < 5; ++i) CHECK(characters[i] == text.substr(offsets[i], offsets[i + 1] - offsets[i]));
  CHECK(characters.prefix(2) == text.substr(0, 3) && characters.suffix(2) == text.substr(6));
  CHECK(characters.prefix(6) == text && characters.suffix(6) == text && Characters("").suffix(1).empty());
}
