#include <string>

#include "test.h"
#include "treebank/strings.h"

using namespace dodona;

TEST(strings_of_every_length_keep_their_numbers) {
  StringPool pool;
  std::string text;
  for (int round = 0; round < 2; ++round) {
    text.clear();
    for (StringId length = 0; length < 3000; ++length) {
      CHECK(pool.intern(text) == length + 1);
      CHECK(pool[length + 1] == text);
      text += static_cast<char>('a' + length % 26);
    }
  }
  CHECK(pool.size() == 3001);
  CHECK(pool.intern("_") == kNothing);
}

TEST(strings_that_share_bytes_differ) {
  StringPool pool;
  using namespace std::string_literals;
  CHECK(pool.intern("a") != pool.intern("a\0"s));
  CHECK(pool.intern("") != pool.intern("\0"s));
  CHECK(pool.intern("abcdefg") != pool.intern("abcdefgh"));
  CHECK(pool.intern("abcdefgh") != pool.intern("abcdefgi"));
}

TEST(kept_strings_are_not_found) {
  StringPool pool;
  const StringId kept = pool.keep("# a comment");
  CHECK(pool[kept] == "# a comment");
  CHECK(pool.intern("# a comment") != kept);
}

TEST(numbers_are_read_from_digits) {
  const auto parse = [](std::string_view text) { return parse_number(text, text.data() + text.size()); };
  for (int value : {0, 1, 9, 10, 99, 100, 12345, 9999999, 12345678, 99999999}) {
    const std::string digits = std::to_string(value);
    CHECK(parse(digits) == value);
    const std::string inside = digits + "\t12345678";  // what follows must not matter
    CHECK(parse_number(std::string_view(inside).substr(0, digits.size()), inside.data() + inside.size()) == value);
  }
  for (const char* text : {"", "01", "00", "-1", "+1", " 1", "1 ", "1a", "a1", "/", ":", "123456789", "1.0", "\xD9\xA1"})
    CHECK(parse(text) == kNotANumber);
}
