#include <string>

#include "test.h"
#include "treebank/line.h"
#include "treebank/utf8.h"

using namespace dodona;

namespace {

// The lines of a text, one after the other.
class Lines {
 public:
  explicit Lines(const std::string& text) : at_(text.data()), end_(at_ + text.size()) { index_.build(at_, end_); }
  bool take() {
    if (!line.take(at_, index_, control_, end_)) return false;
    at_ = line.next();
    return true;
  }
  Line line;

 private:
  const char *at_, *end_;
  ControlIndex index_;
  std::size_t control_ = 0;
};

}  // namespace

TEST(lines_are_cut_the_same_at_every_offset) {
  // 64 bytes are looked at in a step: a tab or line end may fall on each of them.
  for (std::size_t first = 0; first < 70; ++first) {
    for (std::size_t second = 0; second < 70; ++second) {
      const std::string text = std::string(first, 'a') + "\t" + std::string(second, 'b') + "\r\nrest";
      Lines lines(text);
      const Line& line = lines.line;
      CHECK(lines.take());
      CHECK(line.fields() == 2);
      CHECK(line.field(0) == std::string(first, 'a'));
      CHECK(line.field(1) == std::string(second, 'b'));
      CHECK(line.is_plain());
      CHECK(std::string(line.next()) == "rest");
      CHECK(!lines.take());
    }
  }
}

TEST(only_the_line_itself_must_be_plain) {
  for (std::size_t before = 0; before < 130; ++before) {
    const std::string ascii(before, 'a'), text = ascii + "\n" + std::string(63, 'b') + "\n\xC3\xA9\t\n\xC3\t\n";
    Lines lines(text);
    CHECK(lines.take() && lines.line.is_plain());
    CHECK(lines.take());
    CHECK(lines.take());
    CHECK(lines.take() && !lines.line.is_plain());
    const std::string nul = ascii + std::string("\0b\n", 3);
    Lines with_nul(nul);
    CHECK(with_nul.take() && !with_nul.line.is_plain());
  }
}

TEST(more_fields_than_are_kept_are_counted) {
  for (std::size_t tabs : {0, 1, 12, 13, 63, 64, 65, 100, 1000}) {
    const std::string text = std::string(tabs, '\t') + "\n";
    Lines lines(text);
    CHECK(lines.take());
    CHECK(lines.line.fields() == tabs + 1);
  }
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

TEST(utf8_is_told_at_every_offset) {
  // Every character of up to four bytes that can be made of these, right or wrong, anywhere in a block.
  const std::string bytes = "a\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xED\xEF\xF0\xF1\xF4\xF5\xFF";
  const std::size_t n = bytes.size();
  for (std::size_t code = 0; code < n * n * n * n; ++code) {
    const char four[] = {bytes[code % n], bytes[code / n % n], bytes[code / n / n % n], bytes[code / n / n / n]};
    const std::string row(code % 67, 'a'), text = row + "\n" + std::string(four, 4) + "\n" + row + "\n";
    Lines lines(text);
    CHECK(lines.take() && lines.take());
    const bool is_text = find_text_fault(lines.line.text()) == TextFault::none;
    CHECK(lines.line.is_plain() == is_text);
  }
}
