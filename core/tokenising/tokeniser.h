// Splits raw text into sentences and words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scoring/linear/packed_weights.h"
#include "tokenising/boundaries.h"
#include "tokenising/spans.h"
#include "tokenising/splitter.h"
#include "treebank/treebank.h"

namespace dodona {

/// A trained tokeniser. It is immutable, so threads can share it.
class Tokeniser {
 public:
  /// `odd_chunks` are sorted hashes of the chunks in which a token ends where the table does not allow it.
  /// Throws std::invalid_argument if the parts are inconsistent.
  Tokeniser(PackedWeights model, BoundaryTable table, std::vector<std::uint64_t> odd_chunks, Splitter splitter,
            WordList words, SpanRules spans);

  const PackedWeights& model() const { return model_; }
  const BoundaryTable& table() const { return table_; }
  const std::vector<std::uint64_t>& odd_chunks() const { return odd_chunks_; }
  const Splitter& splitter() const { return splitter_; }
  const WordList& words() const { return words_; }
  const SpanRules& spans() const { return spans_; }

  /// The set of possible boundaries after element `at`, which is not the last of the text.
  std::uint8_t allowed(std::span<const Element> elements, std::size_t at, bool in_odd_chunk,
                       std::span<const Span> spans) const;
  bool is_odd(const Chunk& chunk) const;

 private:
  PackedWeights model_;
  BoundaryTable table_;
  std::vector<std::uint64_t> odd_chunks_;
  Splitter splitter_;
  WordList words_;
  SpanRules spans_;
};

/// Tokenises text that arrives in pieces of any size, in constant memory.
///
/// MISC records the position of every token (`TokenRange`, in characters), what follows it unless that is one space
/// (`SpaceAfter=No`, `SpacesAfter`), and what precedes the first token (`SpacesBefore`). Where the form cannot be
/// written as it was (invalid UTF-8, line ends inside a token), `Raw` has the original. So the text can be restored
/// byte for byte.
class TokenStream {
 public:
  struct Options {
    bool presegmented = false;         ///< every line is one sentence
    bool ranges = true;                ///< write TokenRange
    std::uint64_t first_sentence = 1;  ///< the first sent_id
    bool lines = false;                ///< no sentence goes on after its line
  };
  /// The tokeniser must outlive it.
  TokenStream(const Tokeniser& tokeniser, Options options);

  void feed(std::string_view bytes);
  /// Ends the text. What is fed after it is another text: positions and sent_id begin anew.
  void finish();
  /// The number of sentences that `take` returns.
  std::size_t ready() const { return treebank_.sentences(); }
  Treebank take();

  /// The maximal number of tokens of a sentence; a token has at most kLongestToken characters.
  static constexpr std::size_t kLongestSentence = 1000;
  /// With `presegmented`, a sentence ends after this many words: readers take at most 20,000.
  static constexpr std::size_t kLongestLine = 19'500;

 private:
  void process(bool last);
  KnownWords known_at(std::size_t at);
  Boundary decide(std::size_t at, std::size_t after, bool gap);
  void end_token(std::size_t last, bool gap);
  void end_sentence();
  std::string_view bytes_of(std::size_t first, std::size_t last) const;
  std::size_t characters_of(std::size_t element) const;

  const Tokeniser& tokeniser_;
  Options options_;
  std::string buffer_;
  std::size_t enough_ = 0;  // process once the buffer has this many bytes
  std::vector<Element> elements_;
  std::vector<std::uint16_t>
      lengths_;  // of known words that begin at each element, with one more bit once they are looked up
  std::size_t resume_ = 0, token_begin_byte_ = 0;  // in buffer_: where to resume, and where the unfinished token begins

  // The unfinished token and sentence.
  BoundaryHistory history_;
  Chunk chunk_;
  bool chunk_known_ = false, chunk_is_odd_ = false;
  std::vector<Span> spans_;                       // of the chunk
  std::uint64_t token_start_ = 0, position_ = 0;  // in characters
  std::string before_;                            // spaces before the first token
  bool paragraph_ = true;
  std::uint64_t sentence_number_;
  std::string text_, misc_, form_, line_;
  std::size_t words_ = 0;
  std::vector<OtherLine> multiword_;

  FeatureList features_;
  PackedWeights::Workspace workspace_;
  struct Split {
    std::uint64_t token = 0;
    std::vector<std::string> words;
  };
  std::vector<Split> splits_;  // a cache
  Treebank treebank_;
};

/// Appends bytes escaped for MISC: `\s` for a space, `\t`, `\n`, `\r`, `\p` for a bar, `\\`, and `\xHH` for other bytes
/// that cannot be written.
void append_escaped(std::string& out, std::string_view bytes);

}  // namespace dodona
