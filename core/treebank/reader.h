// Reads CoNLL-U and CoNLL-X from bytes that come in pieces of any size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "treebank/fault.h"
#include "treebank/format.h"
#include "treebank/lines.h"
#include "treebank/treebank.h"

namespace dodona {

struct ReaderOptions {
  std::optional<Format> format;  ///< none: told from the content
  bool single_root = false;      ///< two roots are a fault
  bool stop_at_first = true;     ///< false: leave out sentences with faults and go on
  bool pedantic = false;         ///< also report what can be read all the same
  bool partial = false;          ///< heads need not be trees: words may lack them, and whatever is inside the sentence will do
};

/// Feed it bytes, finish it, take the sentences: all at the end, or now and then to read a file of
/// any size in constant memory.
class Reader {
 public:
  explicit Reader(ReaderOptions options = {});

  /// Says about how many bytes will come, so that memory need not be asked for again and again.
  void expect(std::size_t bytes);
  /// Reads on. The end of `bytes` may fall anywhere, even inside a character.
  void feed(std::string_view bytes);
  /// Says that there are no more bytes.
  void finish();

  /// A reader for the same file from a later place on, which must be where a sentence begins; this one
  /// has read a sentence already. Several can read at the same time.
  Reader continued() const;
  /// Whether what was read ends with an empty line, and all of it was right.
  bool at_rest() const { return !failed_ && sentence_line_ == 0 && pending_.empty(); }
  /// Adds what a continued reader has read of the file after the end of what this one has read. Both
  /// must be at rest; the other is of no more use.
  ///
  /// Even the numbers of strings are then as if one reader had read all, provided that it would have
  /// been fed pieces with the same ends, and that the place was inside one, after its first empty line.
  void join(Reader&& next);

  /// The sentences completed since the last call. Their strings are in a pool of their own.
  Treebank take();
  std::size_t ready() const { return treebank_.sentences(); }
  /// The problems found since the last call.
  std::vector<Problem> take_problems();

 private:
  bool stopped() const { return options_.stop_at_first && failed_; }
  void report(std::size_t line, Fault kind, std::string message);

  void fail(std::size_t line, Fault kind, std::string message);

  std::size_t read_copy(std::string text);
  std::size_t read_lines(const char* begin, const char* end);
  void read_line();
  void read_comment(std::string_view line);
  void read_declaration(std::string_view line);
  void read_row();
  void pass_over_row();
  void set_layout(Layout layout);
  void read_word(std::int32_t id);
  std::int32_t parse_head(std::string_view field);
  void intern_columns();
  void read_multiword(std::string_view id, std::size_t dash);
  void read_empty_node(std::string_view id, std::size_t dot);
  void add_other(std::string_view line);
  void start_sentence();
  void end_sentence();
  std::size_t line_of_word(std::size_t word) const;
  void drop_sentence();

  std::size_t words_so_far() const { return treebank_.heads.size() - treebank_.word_begin.back(); }

  ReaderOptions options_;
  Treebank treebank_;  // complete sentences, then the rows of the one being read
  FormatEvidence evidence_;
  std::vector<Problem> problems_;
  bool failed_ = false;

  Lines lines_;  // and the one that is being read
  std::string pending_;  // a line whose end has not come yet
  std::size_t line_ = 0;
  bool any_row_ = false;
  bool continued_ = false;  // and nothing has been fed since

  // A window ends early after the first empty line in a piece: what is interned together does not
  // depend on what came before that place, and a continued reader does the same from there on.
  bool window_may_end_ = false;

  std::size_t form_field_ = 1, head_field_ = 6;  // 0: the file has none
  std::vector<std::uint32_t> waiting_;           // the lines of words that are yet to be interned

  // The sentence being read.
  std::size_t sentence_line_ = 0;  // its first line; 0 between sentences
  std::int32_t last_word_ = 0, last_empty_ = 0, multiword_end_ = 0;
  std::size_t multiword_line_ = 0;
  bool sentence_failed_ = false;
};

}  // namespace dodona
