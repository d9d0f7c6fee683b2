#include "fuzz.h"

#include <random>
#include <string>

#include "test.h"
#include "treebank/projectivity.h"
#include "treebank/pseudoprojective.h"
#include "treebank/reader.h"
#include "treebank/tree.h"
#include "treebank/writer.h"

namespace dodona::test {
namespace {

constexpr std::string_view kSeeds[] = {
    "# sent_id = 1\n# text = Oaks don't speak.\n1\tOaks\toak\tNOUN\tNNS\tNumber=Plur\t4\tnsubj\t4:nsubj\t_\n"
    "2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n2\tdo\tdo\tAUX\tVBP\t_\t4\taux\t_\t_\n3\tn't\tnot\tPART\tRB\t_\t4\tadvmod\t_\t_\n"
    "4\tspeak\tspeak\tVERB\tVB\t_\t0\troot\t_\tSpaceAfter=No\n4.1\tthen\t_\t_\t_\t_\t_\t_\t4:dep\t_\n"
    "5\t.\t.\tPUNCT\t.\t_\t4\tpunct\t_\t_\n\n",
    "1\tA\t_\tX\t_\t_\t3\ta\t_\t_\n2\tB\t_\tX\t_\t_\t4\tb\t_\t_\n3\tC\t_\tX\t_\t_\t0\tc\t_\t_\n4\tD\t_\tX\t_\t_\t3\td\t_\t_\n\n",
    "1\tVi\t_\tPRON\tPN\tUTR|PLU\t2\tnsubj\t2\tnsubj\r\n2\tsjunger\t_\tVERB\tVB\tPRS\t0\tROOT\t0\tROOT\r\n\r\n",
    "# global.columns = ID FORM HEAD DEPREL PARSEME:MWE\n1\tέδρα\t2\tdet\t*\n2\tδρυς\t0\troot\t1:VID\n\n",
    "1\t_\t_\t_\t_\t_\t_\t_\t_\t_\n\n",
};

constexpr std::string_view kPieces[] = {"\t",
                                        "\n",
                                        "\n\n",
                                        "\r\n",
                                        "#",
                                        "_",
                                        "0",
                                        "1",
                                        "2",
                                        "-",
                                        ".",
                                        "1-2",
                                        "1.1",
                                        "\xEF\xBB\xBF",
                                        "99999999",
                                        "-1",
                                        "↑",
                                        "↓",
                                        "\xC3",
                                        "\xF0\x9F\x8C\xB3",
                                        "# global.columns = ID FORM\n",
                                        "\t_\t_\t_\t_\t_\t_\t_\t_\n"};

std::string damaged(std::mt19937_64& random) {
  const auto below = [&random](std::size_t limit) {
    return limit == 0 ? 0 : static_cast<std::size_t>(random() % limit);
  };
  std::string text;
  for (std::size_t n = 1 + below(3); n > 0; --n) text += kSeeds[below(std::size(kSeeds))];
  for (std::size_t n = below(6); n > 0; --n) {
    const std::size_t at = below(text.size() + 1);
    switch (below(6)) {
      case 0: text.insert(at, kPieces[below(std::size(kPieces))]); break;
      case 1: text.erase(at, below(8)); break;
      case 2:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 3:
        if (at < text.size()) text[at] = static_cast<char>('0' + below(10));
        break;
      case 4: text.insert(below(text.size() + 1), text.substr(at, below(40))); break;
      case 5:
        if (below(4) == 0) text.resize(at);
        break;
    }
  }
  return text;
}

void check_sentences(const Treebank& treebank) {
  CHECK(treebank.word_begin.size() == treebank.sentences() + 1);
  CHECK(treebank.word_begin.back() == treebank.words());
  CHECK(treebank.other_begin.back() == treebank.others.size());
  for (const auto& column : treebank.texts) CHECK(column.size() == treebank.words());
  for (std::size_t i = 0; i < treebank.sentences(); ++i) {
    const auto heads = treebank.head(i);
    CHECK(!heads.empty());
    CHECK(find_tree_faults(heads).empty());
    if (is_headless(heads)) continue;
    const bool projective = is_projective(heads);
    CHECK(projective == nonprojective_words(heads).empty());
    CHECK(projective == (gap_degree(heads) == 0));
    CHECK(projective == (edge_degree(heads) == 0));
  }
}

}  // namespace

void read_anything(std::string_view bytes, std::uint64_t choice) {
  ReaderOptions options;
  if (choice % 3 == 1) options.format = Format::conllu;
  if (choice % 3 == 2) options.format = Format::conllx;
  options.single_root = choice / 3 % 2 != 0;
  options.pedantic = choice / 6 % 2 != 0;
  options.stop_at_first = false;

  // In one piece, or in pieces that end anywhere, with sentences taken in between.
  Reader reader(options);
  Treebank treebank;
  const std::size_t piece = choice / 12 % 2 != 0 ? bytes.size() + 1 : 1 + choice / 24 % 13;
  std::string written;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    reader.feed(bytes.substr(at, piece));
    if (reader.ready() > 1) {
      treebank = reader.take();
      check_sentences(treebank);
      write(treebank, 0, treebank.sentences(), written);
    }
  }
  reader.finish();
  treebank = reader.take();
  check_sentences(treebank);

  // Sentences that are written and read again are the same.
  const std::string declaration = treebank.layout.declaration.empty() ? "" : treebank.layout.declaration + "\n";
  std::string once = declaration, twice = declaration;
  write(treebank, 0, treebank.sentences(), once);
  if (treebank.sentences() > 0) {
    Reader again({treebank.format, options.single_root, true, false});
    again.feed(once);
    again.finish();
    CHECK(again.take_problems().empty());
    const Treebank same = again.take();
    CHECK(same.layout == treebank.layout);
    write(same, 0, same.sentences(), twice);
    CHECK(once == twice);
  }

  const auto encoding = static_cast<Encoding>(choice % 4);
  if (!find_marked(treebank)) {
    const Treebank projective = projectivise(treebank, encoding);
    for (std::size_t i = 0; i < projective.sentences(); ++i)
      CHECK(is_headless(projective.head(i)) || is_projective(projective.head(i)));
    CHECK(!find_misfit(projective, encoding));
    check_sentences(deprojectivise(projective, encoding));
  }
  check_sentences(deprojectivise(treebank, encoding));

  // A reader that stops at the first problem finds the same one.
  const std::vector<Problem> all = reader.take_problems();
  options.stop_at_first = true;
  Reader first(options);
  first.feed(bytes);
  first.finish();
  const std::vector<Problem> one = first.take_problems();
  CHECK(one.size() <= 1);
  CHECK(one.empty() == all.empty());
}

void fuzz(std::uint64_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string text = damaged(random);
    read_anything(text, random());
  }
}

TEST(reader_survives_damaged_files) { fuzz(20'000, 1); }

}  // namespace dodona::test
