#include "treebank/reader.h"

#include <algorithm>
#include <string>
#include <thread>

#include "test.h"
#include "treebank/writer.h"

using namespace dodona;

namespace {

const std::string kRow = "\t_\t_\t_\t_\t0\troot\t_\t_\n";

Reader reading(std::string_view text, ReaderOptions options = {}) {
  Reader reader(options);
  reader.feed(text);
  reader.finish();
  return reader;
}

// The first problem, as line: kind.
std::string problem(std::string_view text, ReaderOptions options = {}) {
  Reader reader = reading(text, options);
  const auto problems = reader.take_problems();
  return problems.empty() ? "" : std::to_string(problems[0].line) + ": " + std::string(name_of(problems[0].kind));
}

std::string written(const Treebank& treebank) {
  std::string out;
  if (!treebank.layout.declaration.empty()) out = treebank.layout.declaration + "\n";
  write(treebank, 0, treebank.sentences(), out);
  return out;
}

}  // namespace

TEST(files_are_written_as_they_were_read) {
  const std::string text =
      "# newdoc\n# text = don't\n1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n1\tdo\tdo\tAUX\t_\t_\t0\troot\t0:root\t_\n"
      "2\tn't\tnot\tPART\t_\t_\t1\tadvmod\t1:advmod\t_\n2.1\tsay\t_\t_\t_\t_\t_\t_\t1:dep\t_\n\n1\tYes" +
      kRow + "\n";
  for (std::size_t piece = 1; piece < text.size() + 2; ++piece) {
    Reader reader;
    for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(std::string_view(text).substr(at, piece));
    reader.finish();
    CHECK(reader.take_problems().empty());
    CHECK(written(reader.take()) == text);
  }
}

TEST(sentences_can_be_taken_while_reading) {
  Reader reader;
  reader.feed("1\tA" + kRow + "\n1\tB" + kRow);  // B is unfinished
  const Treebank first = reader.take();
  CHECK(first.sentences() == 1);
  reader.feed("2\tC\t_\t_\t_\t_\t1\tdep\t_\t_\n\n");
  reader.finish();
  const Treebank second = reader.take();
  CHECK(written(first) + written(second) == "1\tA" + kRow + "\n1\tB" + kRow + "2\tC\t_\t_\t_\t_\t1\tdep\t_\t_\n\n");
  CHECK(second.first_line[0] == 3);
}

TEST(windows_line_ends_and_byte_order_marks_are_accepted) {
  Reader reader = reading("\xEF\xBB\xBF# a\r\n1\tA\t_\t_\t_\t_\t0\troot\t_\t_\r\n\r\n");
  CHECK(written(reader.take()) == "# a\n1\tA" + kRow + "\n");
}

TEST(every_fault_is_reported_with_its_line) {
  const std::string good = "1\tA" + kRow;
  CHECK(problem("") == "1: empty");
  CHECK(problem("\n\n") == "2: empty");
  CHECK(problem(good + "\n1\tB\n") == "3: columns");
  CHECK(problem("1 A\n") == "1: columns");
  CHECK(problem(good + "3\tB" + kRow) == "2: word number");
  CHECK(problem(good + "1\tB" + kRow) == "2: word number");
  CHECK(problem("x\tB" + kRow) == "1: word number");
  CHECK(problem("1\t" + kRow) == "1: empty form");
  CHECK(problem("1\tA\t_\t_\t_\t_\tx\troot\t_\t_\n") == "1: head");
  CHECK(problem("1\tA\t_\t_\t_\t_\t2\troot\t_\t_\n") == "1: head");
  CHECK(problem("1\tA\t_\t_\t_\t_\t-1\troot\t_\t_\n") == "1: head");
  CHECK(problem(good + "2\tB\t_\t_\t_\t_\t_\t_\t_\t_\n") == "2: head");
  CHECK(problem(good + "2\tB\t_\t_\t_\t_\t3\tx\t_\t_\n3\tC\t_\t_\t_\t_\t2\tx\t_\t_\n") == "2: cycle");
  CHECK(problem("1\tA\t_\t_\t_\t_\t1\tx\t_\t_\n") == "1: no root");
  CHECK(problem(good + "2\tB" + kRow).empty());
  CHECK(problem(good + "2\tB" + kRow, {{}, true, true, false}) == "2: several roots");
  CHECK(problem("1\t\xFF" + kRow) == "1: not UTF-8");
  CHECK(problem(std::string("1\tA\0", 4) + kRow) == "1: NUL byte");
  CHECK(problem(good + "2\tB\t_") == "2: cut off");
  CHECK(problem("1-2\tAB\t_\t_\t_\t_\t_\t_\t_\t_\n" + good) == "1: multiword token");
  CHECK(problem("2-3\tAB\t_\t_\t_\t_\t_\t_\t_\t_\n" + good) == "1: multiword token");
  CHECK(problem(good + "2.1\tB\t_\t_\t_\t_\t_\t_\t_\t_\n") == "2: empty node");
  CHECK(problem("# only a comment\n\n") == "1: empty");
  CHECK(problem("# a\n" + good, {Format::conllx, false, true, false}) == "1: comment");
  CHECK(problem(good).empty());
  CHECK(problem("1\tA\t_\t_\t_\t_\t0\troot\t_\t_").empty());
}

TEST(all_faults_are_reported_and_good_sentences_read) {
  Reader reader = reading("1\tA\n\n1\tB" + kRow + "\n1\tC\t_\t_\t_\t_\t9\tx\t_\t_\n\n", {{}, false, false, false});
  CHECK(reader.take_problems().size() == 2);
  CHECK(written(reader.take()) == "1\tB" + kRow + "\n");
}

TEST(one_fault_of_a_row_is_one_problem) {
  const std::string good = "1\tA" + kRow, other = "\t_\t_\t_\t_\t_\t_\t_\t_\n";
  const std::string texts[] = {good + "2\t\xFF" + kRow + "3\tC" + kRow,                 // not UTF-8
                               good + std::string("2\tB\0", 4) + kRow + "3\tC" + kRow,  // NUL
                               "1-2\t\xFF" + other + good + "2\tB" + kRow,              // not UTF-8, and not a word
                               good + "1.1\t\xFF" + other + "2\tB" + kRow,
                               "# \xFF\n" + good + "2\tB" + kRow,
                               "1-2\tAB\n" + good + "2\tB" + kRow,
                               good + "2 . _\n3\tC" + kRow,
                               good + "\tB\n3\tC" + kRow};
  for (const std::string& text : texts) CHECK(reading(text, {{}, false, false, false}).take_problems().size() == 1);
}

TEST(formats_are_distinguished) {
  const auto format = [](std::string_view text) { return reading(text).take().format; };
  CHECK(format("1\tA" + kRow) == Format::conllu);
  CHECK(format("1\tA\t_\tPR\t_\t_\t0\tROOT\t_\t_\n") == Format::conllx);
  CHECK(format("1\tA\t_\tX\t_\t_\t0\tROOT\t0\tROOT\n") == Format::conllx);
  CHECK(format("# a\n1\tA\t_\tPR\t_\t_\t0\troot\t_\t_\n") == Format::conllu);
  CHECK(format("1\tA\t_\tPR\t_\t_\t0\troot\t0:root\t_\n") == Format::conllu);
  CHECK(format("1\tA\t_\tPR\t_\t_\t0\troot\t_\tSpaceAfter=No\n") == Format::conllu);
}

TEST(unknown_columns_are_preserved) {
  const std::string more = "1\tA\t_\t_\t_\t_\t0\troot\t_\t_\tx\ty\n\n";
  CHECK(written(reading(more).take()) == more);
  const std::string plus = "# global.columns = ID FORM MWE HEAD\n1\tA\tx\t0\n\n1\tB\t*\t0\n\n";
  const Treebank treebank = reading(plus).take();
  CHECK(written(treebank) == plus);
  CHECK(treebank[Text::label][0] == kUnspecified);
  CHECK(problem("# global.columns = FORM ID\n1\tA\n") == "1: columns");
  CHECK(problem("# global.columns\n1\tA\n") == "1: columns");
}

TEST(parts_read_in_parallel_join_to_the_whole) {
  std::string text = "# first\n";
  for (int i = 0; i < 300; ++i)
    text += "# sent_id = " + std::to_string(i) + "\n1\tw" + std::to_string(i * i % 97) + "\t" + std::to_string(i % 7) +
            "\tX\t_\t_\t0\troot\t_\tlonger=than eight " + std::to_string(i % 11) + "\n\n";
  constexpr std::size_t kPiece = 2000;
  const auto feed = [&text](Reader& reader, std::size_t at, std::size_t end) {
    for (std::size_t next; at < end; at = next) {
      next = std::min(at - at % kPiece + kPiece, end);
      reader.feed(std::string_view(text).substr(at, next - at));
    }
  };
  Reader whole;
  feed(whole, 0, text.size());
  whole.finish();
  const Treebank expected = whole.take();
  for (std::size_t piece = 1; piece < text.size() / kPiece; ++piece) {
    const std::size_t cut = text.find("\n\n", piece * kPiece - 1) + 2;
    Reader first;
    feed(first, 0, kPiece);
    Reader second = first.continued();
    std::thread thread([&] {
      feed(second, cut, text.size());
      second.finish();
    });
    feed(first, kPiece, cut);
    thread.join();
    CHECK(first.between_sentences() && second.between_sentences());
    first.join(std::move(second));
    const Treebank joined = first.take();
    CHECK(written(joined) == text);
    CHECK(joined.texts == expected.texts);
    CHECK(joined.strings->size() == expected.strings->size());
    CHECK(joined.first_line == expected.first_line);
  }
}

TEST(a_part_that_ends_inside_a_sentence_is_not_between_sentences) {
  Reader first;
  first.feed("1\tA" + kRow + "\n");
  CHECK(first.between_sentences());
  Reader second = first.continued();
  second.feed("1\tB" + kRow);
  CHECK(!second.between_sentences());
  second.feed("\n1");
  CHECK(!second.between_sentences());
}
