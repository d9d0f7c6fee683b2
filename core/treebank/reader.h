// Reads CoNLL-U and CoNLL-X from bytes that arrive in pieces of any size.
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
  std::optional<Format> format;  ///< none: detected from the content
  bool single_root = false;      ///< more than one root is an error
  bool stop_at_first = true;     ///< false: skip sentences with errors and continue
  bool pedantic = false;         ///< also report problems that do not prevent reading
  bool partial =
      false;  ///< heads need not form trees: words may lack them, and any head inside the sentence is accepted
};

/// Call `feed` with bytes, then `finish`, then `take` the sentences. To read a file of any size in constant memory,
/// call `take` in between as well.
class Reader {
 public:
  explicit Reader(ReaderOptions options = {});

  /// Reserves memory for about this many bytes of input.
  void expect(std::size_t bytes);
  /// Reads the next bytes. They may end anywhere, even inside a character.
  void feed(std::string_view bytes);
  /// Call this at the end of the file.
  void finish();

  /// A reader for a later part of the same file, which must begin with a sentence, so that several threads can read.
  /// This reader must have read a sentence already.
  Reader continued() const;
  /// Whether the input so far ends with an empty line and has no errors.
  bool between_sentences() const { return !failed_ && sentence_line_ == 0 && pending_.empty(); }
  /// Adds the sentences of a continued reader, whose part of the file follows the part that this one has read. Both
  /// must be between sentences; the other reader cannot be used afterwards.
  ///
  /// Even the numbers of strings are the same as if one reader had read everything, provided that it would have been
  /// fed pieces with the same ends, and that the parts meet inside a piece, after its first empty line.
  void join(Reader&& next);

  /// The sentences completed since the last call, with strings in a pool of their own.
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
  void set_layout(Layout layout, std::size_t texts);
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
  void name_problems();

  std::size_t words_so_far() const { return treebank_.heads.size() - treebank_.word_begin.back(); }

  ReaderOptions options_;
  Treebank treebank_;  // complete sentences, then the rows of the current one
  FormatEvidence evidence_;
  std::vector<Problem> problems_;
  bool failed_ = false;

  Lines lines_;          // at the current line
  std::string pending_;  // an incomplete line
  std::size_t line_ = 0;
  bool any_row_ = false;
  bool continued_ = false;  // made by continued(), and not fed yet

  // A window ends early after the first empty line of a piece. From there on, which words are interned together does
  // not depend on the input before, and a continued reader starts in the same state.
  bool window_may_end_ = false;

  std::size_t form_field_ = 1, head_field_ = 6;  // 0: the file has no such column
  std::vector<std::uint32_t> waiting_;           // the lines of words that are not interned yet

  // The current sentence.
  std::size_t sentence_line_ = 0;  // its first line; 0 between sentences
  std::int32_t last_word_ = 0, last_empty_ = 0, multiword_end_ = 0;
  std::size_t multiword_line_ = 0;
  bool sentence_failed_ = false;
};

}  // namespace dodona
