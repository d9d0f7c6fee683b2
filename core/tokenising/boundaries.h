// Where tokens and sentences end: what is asked about a place between two characters.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "features/extractor.h"
#include "tokenising/elements.h"
#include "tokenising/word_list.h"

namespace dodona {

/// What a place can be. Sets of them are bits, 1 << each.
enum class Boundary : std::uint8_t { inside, token, sentence };
inline constexpr std::size_t kBoundaries = 3;
inline constexpr std::uint8_t kAnyBoundary = 7;

/// Most places need no thought: in English nothing ends between two letters, and a token, but no sentence, between two words in small letters.
/// For each pair of characters, or of kinds of characters, this tells what was ever seen between them in training.
class BoundaryTable {
 public:
  static constexpr std::size_t kClasses = 256, kCells = kClasses * kClasses * 2;

  BoundaryTable() : cells_(kCells, 0) {}
  explicit BoundaryTable(std::vector<std::uint8_t> cells) : cells_(std::move(cells)) {}

  static std::size_t cell_of(const Element& before, bool gap, const Element& after) {
    return (class_of(before) * 2 + (gap ? 1 : 0)) * kClasses + class_of(after);
  }
  /// Bits of what may be here; all if nothing is known.
  std::uint8_t allowed(const Element& before, bool gap, const Element& after) const {
    const std::uint8_t bits = cells_[cell_of(before, gap, after)];
    return bits != 0 ? bits : kAnyBoundary;
  }
  const std::vector<std::uint8_t>& cells() const { return cells_; }

 private:
  // Letters and digits by their kind, all others by themselves.
  static std::size_t class_of(const Element& element) {
    if (element.kind != CharacterKind::punctuation && element.kind != CharacterKind::symbol) return static_cast<std::size_t>(element.kind);
    return element.code < 128 ? 8 + static_cast<std::size_t>(element.code) : 136 + static_cast<std::size_t>(element.code % 120);
  }

  std::vector<std::uint8_t> cells_;
};

/// What has been decided before a place.
struct BoundaryHistory {
  std::size_t token_begin = 0;       ///< the element that the token begins with
  std::uint64_t token_before = 0;    ///< a hash of the token before it; 0 at the beginning of a sentence
  std::uint32_t tokens = 0;          ///< how many the sentence has so far
};

/// A run of elements without spaces. Long ones, as of languages without spaces, are all alike: nobody need look for their end.
struct Chunk {
  std::ptrdiff_t end = 0;
  std::uint64_t value = 0;  ///< a hash, without regard to capitals; 0 for long ones
};

class BoundaryFeatures {
 public:
  static constexpr std::size_t kTemplates = 41;
  /// Nothing is looked at that is further ahead.
  static constexpr std::size_t kAhead = 32;
  static FeatureList list() { return FeatureList(kTemplates); }

  /// The chunk that begins with an element.
  static Chunk chunk_at(std::span<const Element> elements, std::size_t begin);
  /// A hash of the characters from `begin` up to `end`.
  static std::uint64_t hash(std::span<const Element> elements, std::size_t begin, std::size_t end);
  /// The features of the place after element `at`.
  static void extract(std::span<const Element> elements, std::size_t at, const Chunk& chunk, const BoundaryHistory& history, const KnownWords& known,
                      FeatureList& out);
};

}  // namespace dodona
