#include <string>

#include "test.h"
#include "treebank/line.h"
#include "treebank/utf8.h"

using namespace dodona;

TEST(lines_are_cut_the_same_at_every_offset) {
  // Eight bytes are looked at in a step: a tab or line end may fall on each of them.
  for (std::size_t first = 0; first < 20; ++first) {
    for (std::size_t second = 0; second < 20; ++second) {
      const std::string text = std::string(first, 'a') + "\t" + std::string(second, 'b') + "\r\nrest";
      Line line;
      CHECK(line.scan(text.data(), text.data() + text.size()));
      CHECK(line.fields() == 2);
      CHECK(line.field(0) == std::string(first, 'a'));
      CHECK(line.field(1) == std::string(second, 'b'));
      CHECK(line.is_plain());
      CHECK(std::string(line.next()) == "rest");
      CHECK(!line.scan(line.next(), text.data() + text.size()));
    }
  }
}

TEST(only_the_line_itself_must_be_plain) {
  Line line;
  const std::string text = "ascii\n\xC3\xA9\t\n";
  CHECK(line.scan(text.data(), text.data() + text.size()));
  CHECK(line.is_plain());
  CHECK(line.scan(line.next(), text.data() + text.size()));
  CHECK(!line.is_plain());
  const std::string nul("a\0b\n", 4);
  CHECK(line.scan(nul.data(), nul.data() + nul.size()));
  CHECK(!line.is_plain());
}

TEST(more_fields_than_are_kept_are_counted) {
  Line line;
  const std::string text = std::string(100, '\t') + "\n";
  CHECK(line.scan(text.data(), text.data() + text.size()));
  CHECK(line.fields() == 101);
}

TEST(utf8_is_told_from_what_is_not) {
  for (const char* good : {"", "plain", "é", "Δωδώνη", "🌳", "\xED\x9F\xBF", "\xEE\x80\x80", "\xF4\x8F\xBF\xBF"})
    CHECK(find_text_fault(good) == TextFault::none);
  // A lone byte, an overlong slash, a surrogate, beyond Unicode, cut off.
  for (const char* bad : {"\x80", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\xFF", "long enough \xC3"})
    CHECK(find_text_fault(bad) == TextFault::not_utf8);
  CHECK(find_text_fault(std::string_view("a\0", 2)) == TextFault::nul);
  CHECK(find_text_fault(std::string_view("12345678\0", 9)) == TextFault::nul);
}
