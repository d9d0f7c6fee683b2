// Spans of text that are tokens by their form: addresses, file names, numbers, abbreviations.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "tokenising/elements.h"

namespace dodona {

/// The kinds of spans, in the order in which they are tried.
enum class SpanKind : std::uint8_t {
  email,
  address,  ///< a URL, or a host name with a common ending
  file,     ///< a path, or a name with a common extension
  handle,
  hashtag,
  emoticon,
  price,    ///< a number with the sign of a currency
  unit,     ///< a number with a unit
  version,  ///< a number with a suffix such as rc1, or after v
  time,
  date,
  number,  ///< digits with separators
  abbreviation,
};
inline constexpr std::size_t kSpanKinds = 13;
using SpanKinds = std::bitset<kSpanKinds>;

/// The elements from `begin` up to `end`, which have no space among them.
struct Span {
  std::size_t begin, end;
  SpanKind kind;
};

/// Which spans are tokens. It is learnt from a treebank, because conventions differ.
struct SpanRules {
  SpanKinds kinds;
  std::vector<std::uint64_t> abbreviations;  ///< sorted hashes
};

inline constexpr std::size_t kLongestToken = 1000;

/// Appends the spans of the chunk that begins with an element, in order; those after kLongestToken elements are left
/// out.
void find_spans(std::span<const Element> elements, std::size_t begin, const SpanRules& rules, std::vector<Span>& out);

/// The hash by which an abbreviation, with its full stop, is known.
std::uint64_t hash_of_abbreviation(std::string_view text);

/// The boundaries after element `at` that spans leave of the ones possible without them. A token ends neither within a
/// span nor, unless it is only a number, beyond one; no sentence ends in or directly after an abbreviation or an e-mail
/// address.
std::uint8_t allowed_by(std::span<const Span> spans, std::span<const Element> elements, std::size_t at,
                        std::uint8_t boundaries);

}  // namespace dodona
