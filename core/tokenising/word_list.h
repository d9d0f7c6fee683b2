// The words of the training data, for scripts without spaces between words.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "tokenising/elements.h"

namespace dodona {

/// The runs of ideographs that were words in training. Where no spaces separate words, the strongest features of a
/// position are whether known words end, begin or continue there.
class WordList {
 public:
  /// Longer words are not stored.
  static constexpr std::size_t kLongest = 8;
  /// Bit i: the i + 1 characters from here are a word.
  using Lengths = std::uint8_t;

  WordList() = default;
  /// Throws std::invalid_argument if the hashes are not sorted.
  explicit WordList(std::vector<std::uint64_t> hashes) : hashes_(std::move(hashes)) {
    if (!std::ranges::is_sorted(hashes_)) throw std::invalid_argument("the tokeniser's words are not sorted");
  }
  const std::vector<std::uint64_t>& hashes() const { return hashes_; }
  bool empty() const { return hashes_.empty(); }

  static std::uint64_t start() { return 0x1F83D9AB; }
  static std::uint64_t with(std::uint64_t hash, const Element& element) { return hash_with(hash, element.code); }

  /// The lengths of the words that begin at an element; `is_word(hash)` says what is a word.
  template <class IsWord>
  static Lengths lengths(std::span<const Element> elements, std::size_t begin, IsWord is_word) {
    std::uint64_t hash = start();
    Lengths found = 0;
    for (std::size_t i = 0;
         i < kLongest && begin + i < elements.size() && elements[begin + i].kind == CharacterKind::ideograph; ++i) {
      hash = with(hash, elements[begin + i]);
      if (is_word(hash)) found = static_cast<Lengths>(found | 1u << i);
    }
    return found;
  }
  Lengths lengths_at(std::span<const Element> elements, std::size_t begin) const {
    return lengths(elements, begin, [&](std::uint64_t hash) { return std::ranges::binary_search(hashes_, hash); });
  }

 private:
  std::vector<std::uint64_t> hashes_;
};

/// The known words around a position between two characters.
struct KnownWords {
  std::uint8_t ends = 0, begins = 0,
               covers = 0;  ///< the length of the longest that ends, begins or continues here; 0: none
  bool available = false;   ///< whether there are known words, and ideographs here

  static bool are_available(const WordList& words, std::span<const Element> elements, std::size_t at) {
    return !words.empty() && elements[at].kind == CharacterKind::ideograph &&
           elements[at + 1].kind == CharacterKind::ideograph;
  }
  /// At the position after element `at`; `lengths_at(i)` gives the lengths of the words that begin at element i.
  template <class LengthsAt>
  static KnownWords at(std::size_t at, LengthsAt lengths_at) {
    KnownWords known;
    known.available = true;
    for (std::size_t back = 0; back < WordList::kLongest && back <= at; ++back) {
      const unsigned lengths = lengths_at(at - back);
      if (lengths >> back & 1) known.ends = static_cast<std::uint8_t>(back + 1);
      if (const unsigned longer = lengths >> (back + 1); longer != 0) {
        const auto length = static_cast<std::uint8_t>(back + 1 + static_cast<std::size_t>(std::bit_width(longer)));
        known.covers = std::max(known.covers, length);
      }
    }
    known.begins = static_cast<std::uint8_t>(std::bit_width(static_cast<unsigned>(lengths_at(at + 1))));
    return known;
  }
};

}  // namespace dodona
