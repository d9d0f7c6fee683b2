#include <string>

#include "test.h"
#include "treebank/lines.h"
#include "treebank/utf8.h"

using namespace dodona;

namespace {

Lines cut(const std::string& text) {
  Lines lines;
  lines.split(text.data(), text.data() + text.size());
  return lines;
}

}  // namespace

TEST(lines_are_split_the_same_at_every_offset) {
  // 64 bytes are scanned at a time: a tab or line end may be anywhere among them.
  for (std::size_t first = 0; first < 70; ++first) {
    for (std::size_t second = 0; second < 70; ++second) {
      const std::string text = std::string(first, 'a') + "\t" + std::string(second, 'b') + "\r\nrest";
      for (std::size_t expected : {1u, 2u, 3u, 100u}) {
        Lines lines = cut(text);
        CHECK(lines.next(expected));
        CHECK(lines.fields() == 2);
        CHECK(lines.field() == std::string(first, 'a'));
        CHECK(lines.field(1) == std::string(second, 'b'));
        CHECK(lines.is_plain());
        CHECK(std::string(lines.rest()) == "rest");
        CHECK(!lines.next(expected));
      }
    }
  }
}

TEST(only_the_line_itself_must_be_plain) {
  for (std::size_t before = 0; before < 130; ++before) {
    const std::string ascii(before, 'a'), text = ascii + "\n" + std::string(63, 'b') + "\n\xC3\xA9\t\n\xC3\t\n";
    Lines lines = cut(text);
    CHECK(lines.next(1) && lines.is_plain());
    CHECK(lines.next(1));
    CHECK(lines.next(1));
    CHECK(lines.next(1) && !lines.is_plain());
    const std::string nul = ascii + std::string("\0b\n", 3);
    Lines with_nul = cut(nul);
    CHECK(with_nul.next(1) && !with_nul.is_plain());
  }
}

TEST(lines_may_have_any_number_of_fields) {
  for (std::size_t tabs : {0u, 1u, 12u, 13u, 63u, 64u, 65u, 100u, 1000u}) {
    const std::string text = std::string(tabs, '\t') + "\n";
    Lines lines = cut(text);
    CHECK(lines.next(10));
    CHECK(lines.fields() == tabs + 1);
  }
}

TEST(invalid_utf8_is_found) {
  for (const char* good : {"", "plain", "é", "Δωδώνη", "🌳", "\xED\x9F\xBF", "\xEE\x80\x80", "\xF4\x8F\xBF\xBF"})
    CHECK(!find_text_fault(good));
  // A lone byte, an overlong slash, a surrogate, beyond Unicode, truncated.
  for (const char* bad :
       {"\x80", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\xFF", "long enough \xC3"})
    CHECK(find_text_fault(bad) == Fault::utf8);
  CHECK(find_text_fault(std::string_view("a\0", 2)) == Fault::nul);
  CHECK(find_text_fault(std::string_view("12345678\0", 9)) == Fault::nul);
}

TEST(invalid_utf8_is_found_at_every_offset) {
  // Every sequence of up to four of these bytes, valid or not, anywhere in a block.
  const std::string bytes = "a\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xED\xEF\xF0\xF1\xF4\xF5\xFF";
  const std::size_t n = bytes.size();
  for (std::size_t code = 0; code < n * n * n * n; ++code) {
    const char four[] = {bytes[code % n], bytes[code / n % n], bytes[code / n / n % n], bytes[code / n / n / n]};
    const std::string row(code % 67, 'a'), text = row + "\n" + std::string(four, 4) + "\n" + row + "\n";
    Lines lines = cut(text);
    CHECK(lines.next(1) && lines.next(1));
    const bool is_text = !find_text_fault(lines.text());
    CHECK(lines.is_plain() == is_text);
  }
}

TEST(marks_give_the_fields_of_earlier_lines) {
  const std::string text = "1\ta\tb\r\r\n\n2\tc\t\n";
  Lines lines = cut(text);
  CHECK(lines.next(3));
  const std::uint32_t first = lines.mark();
  CHECK(lines.next(3) && lines.text().empty() && lines.fields() == 1);
  CHECK(lines.next(3) && lines.field() == "2");
  CHECK(lines.field(first, 1) == "a" && lines.field(first, 2) == "b");
  CHECK(lines.field(lines.mark(), 1) == "c" && lines.field(2).empty());
}
