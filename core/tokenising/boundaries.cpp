#include "tokenising/boundaries.h"

#include <algorithm>

#include "base/hash.h"

namespace dodona {
namespace {

// The number of characters by which chunks and words are told apart.
constexpr std::size_t kLongest = 24;

constexpr Element kOutside{0, 0, CharacterKind::space, 0};

}  // namespace

Chunk BoundaryFeatures::chunk_at(std::span<const Element> elements, std::size_t begin) {
  std::uint64_t value = 0x3C6EF372;
  std::size_t end = begin;
  bool is_word = true;
  for (; end < elements.size() && elements[end].kind != CharacterKind::space; ++end) {
    if (end - begin == kLongest) return {};
    value = hash_with(value, lower_case(elements[end].code));
    const CharacterKind kind = elements[end].kind;
    is_word &= kind != CharacterKind::digit && kind != CharacterKind::punctuation && kind != CharacterKind::symbol;
  }
  return {static_cast<std::ptrdiff_t>(end), value | 1, is_word};
}

std::uint64_t BoundaryFeatures::hash(std::span<const Element> elements, std::size_t begin, std::size_t end) {
  std::uint64_t value = 0xDAA66D2B;
  for (std::size_t i = begin; i < std::min(end, begin + kLongest); ++i) value = hash_with(value, elements[i].code);
  return value;
}

void BoundaryFeatures::extract(std::span<const Element> elements, std::size_t at, const Chunk& chunk,
                               const BoundaryHistory& history, const KnownWords& known, FeatureList& out) {
  const auto element = [&](std::ptrdiff_t offset) -> const Element& {
    const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(at) + offset;
    return i < 0 || i >= static_cast<std::ptrdiff_t>(elements.size()) ? kOutside
                                                                      : elements[static_cast<std::size_t>(i)];
  };
  const auto c = [&](std::ptrdiff_t offset) { return static_cast<std::uint64_t>(element(offset).code); };
  const auto k = [&](std::ptrdiff_t offset) { return static_cast<std::uint64_t>(element(offset).kind); };
  out.size = 0;
  const auto add = [&](auto... values) {
    std::uint64_t key = 0xB05ED + out.size * 0x632BE5AB;
    ((key = hash_with(key, static_cast<std::uint64_t>(values))), ...);
    out.keys[out.size] = hash_with(key, sizeof...(values));
    out.from[out.size] = static_cast<std::uint16_t>(out.size);
    ++out.size;
  };
  const bool gap = element(1).kind == CharacterKind::space;
  // The next word, which may begin after a space.
  const std::size_t next = std::min(at + 1 + (gap ? 1u : 0u), elements.size());
  std::size_t next_end = next;
  std::uint64_t next_word = 0x5BE0CD19;
  bool next_all_capitals = true;
  for (; next_end < elements.size() && next_end - next < kLongest; ++next_end) {
    const CharacterKind kind = elements[next_end].kind;
    if (kind != CharacterKind::letter && kind != CharacterKind::capital && kind != CharacterKind::digit &&
        kind != CharacterKind::mark)
      break;
    next_all_capitals &= kind == CharacterKind::capital;
    next_word = hash_with(next_word, lower_case(elements[next_end].code));
  }
  const std::uint64_t next_kind = next < elements.size() ? static_cast<std::uint64_t>(elements[next].kind) : 99;
  const std::uint64_t next_shape = next_kind * 4 + (next_all_capitals ? 2u : 0u) + (next_end == next ? 1u : 0u);
  const std::uint64_t token = hash(elements, history.token_begin, at + 1);
  const std::uint64_t length = std::min<std::size_t>(at + 1 - history.token_begin, 8);
  const std::uint64_t tokens = history.tokens < 4    ? history.tokens
                               : history.tokens < 8  ? 4
                               : history.tokens < 16 ? 5
                               : history.tokens < 40 ? 6
                                                     : 7;
  const std::ptrdiff_t left = chunk.value == 0 ? 0 : chunk.end - static_cast<std::ptrdiff_t>(at);
  const std::uint64_t lines = gap ? element(1).lines : 0;

  add(1);
  add(gap, lines, tokens);
  add(c(0), gap);
  add(c(1), c(2));
  add(c(0), c(1), c(2));
  add(c(0), c(1));
  add(c(-1), c(0));
  add(c(-1), c(0), c(1));
  add(c(-2), c(-1), c(0));
  add(c(-2), c(-1), c(0), c(1));
  add(c(1), c(2), c(3));
  add(c(0), c(1), c(2), c(3));
  add(c(-1), c(0), c(1), c(2));
  add(c(-1), c(1));
  add(c(0), c(2));
  add(k(-1), k(0), k(1));
  add(k(-1), k(0), k(1), k(2));
  add(k(-2), k(-1), k(0), k(1), k(2), k(3));
  add(c(0), k(-1), k(1), k(2));
  add(c(0), next_shape, gap);
  add(token, gap);
  add(token, next_shape);
  add(token, next_word);
  add(next_word, gap);
  add(next_word, c(0));
  add(history.token_before, token);
  add(history.token_before, c(0), next_shape);
  add(chunk.value, left);
  add(chunk.value, left, next_shape);
  add(length, k(0), k(1), gap);
  add(length, c(0), c(1));
  add(tokens, c(0), next_shape);
  add(c(-2), c(-1), c(0), c(1), c(2));
  add(c(-1), c(0), c(1), c(2), c(3));
  if (!known.available) return;
  add(known.ends, known.begins);
  add(known.covers);
  add(known.ends, known.begins, known.covers);
  add(known.ends, c(0));
  add(known.begins, c(1));
  add(known.covers, c(0), c(1));
  add(known.ends, known.begins, known.covers, length);
}

}  // namespace dodona
