// Words of the training data, for text that puts no spaces between words.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "tokenising/elements.h"

namespace dodona {

/// Which runs of ideographs have been words. Where no space tells, that is the best that can be asked of a place: do known words end, begin
/// or go on here?
class WordList {
 public:
  /// Longer words are not kept.
  static constexpr std::size_t kLongest = 8;
  /// Bit i: the i + 1 characters from here are a word.
  using Lengths = std::uint8_t;

  WordList() = default;
  /// Hashes in order. Throws std::invalid_argument if they are not.
  explicit WordList(std::vector<std::uint64_t> hashes);
  const std::vector<std::uint64_t>& hashes() const { return hashes_; }
  bool empty() const { return hashes_.empty(); }

  static std::uint64_t start() { return 0x1F83D9AB; }
  static std::uint64_t with(std::uint64_t hash, const Element& element);

  /// The lengths of words that begin with an element, as `is_word(hash)` tells.
  template <class IsWord>
  static Lengths lengths(std::span<const Element> elements, std::size_t begin, IsWord is_word) {
    std::uint64_t hash = start();
    Lengths found = 0;
    for (std::size_t i = 0; i < kLongest && begin + i < elements.size() && elements[begin + i].kind == CharacterKind::ideograph; ++i) {
      hash = with(hash, elements[begin + i]);
      if (is_word(hash)) found = static_cast<Lengths>(found | 1u << i);
    }
    return found;
  }
  Lengths lengths_at(std::span<const Element> elements, std::size_t begin) const;

 private:
  std::vector<std::uint64_t> hashes_;
};

/// What known words say of a place between two characters.
struct KnownWords {
  std::uint8_t ends = 0, begins = 0, covers = 0;  ///< how long the longest is that ends, begins or goes on here; 0: none
  bool asked = false;                             ///< whether there are known words, and ideographs here

  static bool can_be_asked(const WordList& words, std::span<const Element> elements, std::size_t at) {
    return !words.empty() && elements[at].kind == CharacterKind::ideograph && elements[at + 1].kind == CharacterKind::ideograph;
  }
  /// `lengths_at(i)` are the lengths of the words that begin with element i; the place is after element `at`.
  template <class LengthsAt>
  static KnownWords at(std::size_t at, LengthsAt lengths_at) {
    KnownWords known;
    known.asked = true;
    for (std::size_t back = 0; back < WordList::kLongest && back <= at; ++back) {
      const unsigned lengths = lengths_at(at - back);
      if (lengths >> back & 1) known.ends = static_cast<std::uint8_t>(back + 1);
      if (const unsigned longer = lengths >> (back + 1); longer != 0) known.covers = std::max<std::uint8_t>(known.covers, static_cast<std::uint8_t>(back + 1 + static_cast<std::size_t>(std::bit_width(longer))));
    }
    known.begins = static_cast<std::uint8_t>(std::bit_width(static_cast<unsigned>(lengths_at(at + 1))));
    return known;
  }
};

}  // namespace dodona
