// Boundaries of tokens and sentences, and the features of a position between two characters.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "features/extractor.h"
#include "tokenising/elements.h"
#include "tokenising/word_list.h"

namespace dodona {

/// The kinds of a position between two characters. In sets, each is the bit 1 << kind.
enum class Boundary : std::uint8_t { inside, token, sentence };
inline constexpr std::size_t kBoundaries = 3;
inline constexpr std::uint8_t kAnyBoundary = 7, kAnyEnd = 6;

constexpr std::uint8_t bit(Boundary boundary) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(boundary));
}

/// The boundary with the highest score in a set, which must not be empty; the first of equal ones.
template <class Score>
Boundary best_boundary(const Score* scores, std::uint8_t allowed) {
  std::size_t best = kBoundaries;
  for (std::size_t i = 0; i < kBoundaries; ++i)
    if ((allowed >> i & 1) != 0 && (best == kBoundaries || scores[i] > scores[best])) best = i;
  return static_cast<Boundary>(best);
}

/// Most positions need no classifier: in English, nothing ends between two letters, and between two words in lower case
/// a token ends, but no sentence. For each pair of characters, or of kinds of characters, the table has the boundaries
/// that occurred between them in training.
class BoundaryTable {
 public:
  static constexpr std::size_t kClasses = 256, kCells = kClasses * kClasses * 2;

  BoundaryTable() : cells_(kCells, 0) {}
  explicit BoundaryTable(std::vector<std::uint8_t> cells) : cells_(std::move(cells)) {}

  static std::size_t cell_of(const Element& before, bool gap, const Element& after) {
    return (class_of(before) * 2 + (gap ? 1 : 0)) * kClasses + class_of(after);
  }
  /// The set of possible boundaries. If the pair did not occur in training, all, but a space separates tokens.
  std::uint8_t allowed(const Element& before, bool gap, const Element& after) const {
    const std::uint8_t bits = cells_[cell_of(before, gap, after)];
    return bits != 0 ? bits : gap ? kAnyEnd : kAnyBoundary;
  }
  const std::vector<std::uint8_t>& cells() const { return cells_; }

 private:
  // Punctuation and symbols by code, all others by kind.
  static std::size_t class_of(const Element& element) {
    if (element.kind != CharacterKind::punctuation && element.kind != CharacterKind::symbol)
      return static_cast<std::size_t>(element.kind);
    return element.code < 128 ? 8 + static_cast<std::size_t>(element.code)
                              : 136 + static_cast<std::size_t>(element.code % 120);
  }

  std::vector<std::uint8_t> cells_;
};

/// The decisions before a position.
struct BoundaryHistory {
  std::size_t token_begin = 0;     ///< the first element of the current token
  std::uint64_t token_before = 0;  ///< a hash of the token before; 0 at the beginning of a sentence
  std::uint32_t tokens = 0;        ///< the number of tokens of the sentence so far
};

/// A run of elements without spaces. Long chunks, as in languages without spaces, are not told apart, and have no end.
struct Chunk {
  std::ptrdiff_t end = 0;
  std::uint64_t value = 0;  ///< a hash of the lower case; 0 for long chunks
  bool is_word = false;     ///< whether it has no digit, sign or punctuation; not known of long chunks
};

class BoundaryFeatures {
 public:
  static constexpr std::size_t kTemplates = 41;
  /// How many elements after a position its features depend on, at most.
  static constexpr std::size_t kAhead = 32;

  /// The chunk that begins with an element.
  static Chunk chunk_at(std::span<const Element> elements, std::size_t begin);
  /// A hash of the characters from `begin` up to `end`.
  static std::uint64_t hash(std::span<const Element> elements, std::size_t begin, std::size_t end);
  /// The features of the position after element `at`.
  static void extract(std::span<const Element> elements, std::size_t at, const Chunk& chunk,
                      const BoundaryHistory& history, const KnownWords& known, FeatureList& out);
};

}  // namespace dodona
