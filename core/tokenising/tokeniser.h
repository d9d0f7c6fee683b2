// From raw text to sentences of words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scoring/linear/packed_weights.h"
#include "tokenising/boundaries.h"
#include "tokenising/splitter.h"
#include "treebank/treebank.h"

namespace dodona {

/// What is needed to cut text into sentences and words; it never changes, and any number of threads may use it.
class Tokeniser {
 public:
  /// `odd_chunks` are hashes, in order, of runs of characters without spaces in which something ends where the table would not expect it.
  /// Throws std::invalid_argument if the parts do not fit together.
  Tokeniser(PackedWeights model, BoundaryTable table, std::vector<std::uint64_t> odd_chunks, Splitter splitter, WordList words);

  const PackedWeights& model() const { return model_; }
  const BoundaryTable& table() const { return table_; }
  const std::vector<std::uint64_t>& odd_chunks() const { return odd_chunks_; }
  const Splitter& splitter() const { return splitter_; }
  const WordList& words() const { return words_; }

  /// Bits of what the place after element `at` may be, its text going on.
  std::uint8_t allowed(std::span<const Element> elements, std::size_t at, bool in_odd_chunk) const;
  bool is_odd(const Chunk& chunk) const;

 private:
  PackedWeights model_;
  BoundaryTable table_;
  std::vector<std::uint64_t> odd_chunks_;
  Splitter splitter_;
  WordList words_;
};

/// Cuts text that comes in pieces of any size, in memory that does not grow with it.
///
/// Every token says in MISC where it was (`TokenRange`, in characters) and what was after it if that was not one space (`SpaceAfter=No`,
/// `SpacesAfter`); what was before the first, `SpacesBefore`. A form that had to be changed to be written (bytes that are no UTF-8, line ends
/// inside of tokens) says how it was, `Raw`. So the text can be restored, byte for byte.
class TokenStream {
 public:
  struct Options {
    bool presegmented = false;  ///< every line is a sentence, and no sentence ends within one
    bool ranges = true;         ///< write TokenRange
    std::uint64_t first_sentence = 1;  ///< the number that sent_id begins with
  };
  /// The tokeniser must outlive it.
  TokenStream(const Tokeniser& tokeniser, Options options);

  void feed(std::string_view bytes);
  void finish();
  /// How many sentences can be taken.
  std::size_t ready() const { return treebank_.sentences(); }
  Treebank take();

  /// No token has more characters, no sentence more tokens.
  static constexpr std::size_t kLongestToken = 1000, kLongestSentence = 1000;

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
  std::size_t enough_ = 0;  // bytes that are worth processing
  std::vector<Element> elements_;
  std::vector<std::uint16_t> lengths_;  // of known words that begin with each element, with another bit if they have been looked for
  std::size_t resume_ = 0, token_begin_byte_ = 0;  // in buffer_: where to go on, and where the token begins that is not done

  // The token and the sentence that are not done.
  BoundaryHistory history_;
  Chunk chunk_;
  bool chunk_known_ = false, chunk_is_odd_ = false;
  std::uint64_t token_start_ = 0, position_ = 0;  // in characters
  std::string before_;                            // spaces before the first token
  bool paragraph_ = true;
  std::uint64_t sentence_number_;
  std::string text_, misc_, form_, line_;
  std::size_t words_ = 0;
  struct Waiting {
    std::uint32_t before;
    StringId text;
  };
  std::vector<Waiting> multiword_;

  FeatureList features_;
  PackedWeights::Workspace workspace_;
  struct Split {
    std::uint64_t token = 0;
    std::vector<std::string> words;
  };
  std::vector<Split> splits_;  // of tokens seen lately
  Treebank treebank_;
};

/// Appends bytes in a way that fits into MISC: `\s` for a space, `\t`, `\n`, `\r`, `\p` for a bar, `\\`, and `\xHH` for what cannot be written.
void append_escaped(std::string& out, std::string_view bytes);

}  // namespace dodona
