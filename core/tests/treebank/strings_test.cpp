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
  CHECK(pool.intern("_") == kUnspecified);
}

TEST(similar_strings_have_different_numbers) {
  StringPool pool;
  using namespace std::string_literals;
  CHECK(pool.intern("a") != pool.intern("a\0"s));
  CHECK(pool.intern("") != pool.intern("\0"s));
  CHECK(pool.intern("abcdefg") != pool.intern("abcdefgh"));
  CHECK(pool.intern("abcdefgh") != pool.intern("abcdefgi"));
  CHECK(pool.intern("abcdefghijklmno") != pool.intern("abcdefghijklmnop"));
  CHECK(pool.intern("abcdefghijklmno") != pool.intern("abcdefghijklmno\0"s));
  CHECK(pool.intern("abcdefghijklmnop") != pool.intern("abcdefghijklmnoq"));
}

TEST(kept_strings_are_not_found) {
  StringPool pool;
  const StringId kept = pool.keep("# a comment");
  CHECK(pool[kept] == "# a comment");
  CHECK(pool.intern("# a comment") != kept);
}

TEST(numbers_are_parsed) {
  const auto parse = [](std::string_view text) {  // the bytes after it must not matter
    return parse_number(std::string_view(std::string(text) + "\t123456789012345").substr(0, text.size()));
  };
  for (int value : {0, 1, 9, 10, 99, 100, 12345, 9999999, 12345678, 99999999}) {
    CHECK(parse(std::to_string(value)) == value);
  }
  for (const char* text :
       {"", "01", "00", "-1", "+1", " 1", "1 ", "1a", "a1", "/", ":", "123456789", "1.0", "\xD9\xA1"})
    CHECK(parse(text) == kNotANumber);
}
