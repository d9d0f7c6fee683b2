// Hashes of strings for lookup, and parsing of numbers.
//
// Both read a fixed number of bytes, even beyond the end of a short string, and mask out the rest: the lengths of words
// are unpredictable, and a mispredicted branch costs more than everything else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/memory.h"

namespace dodona {

/// A padded string has at least this many readable bytes from its start, even if it is shorter.
inline constexpr std::size_t kPadding = 16;

inline std::uint64_t load_eight(const char* at) {
  std::uint64_t bytes;
  std::memcpy(&bytes, at, sizeof bytes);
  return bytes;
}

/// Two secret numbers, so that nobody can make strings whose hashes collide. Nothing may depend on the order in which a
/// table with such hashes holds its strings.
struct HashSeeds {
  std::uint64_t one, other;

  /// Chosen at random when the process starts.
  static const HashSeeds kProcess;
};

/// Both halves of the 128-bit product, folded into one.
inline std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) { return high_product(a, b) ^ a * b; }

/// The key of a string in a hash table. For up to 15 bytes, the bytes and the length, which are unique; for longer
/// strings, a hash and the length. It is never all zero.
struct Digest {
  std::uint64_t low = 0, high = 0;

  static constexpr std::size_t kShort = 15;

  bool operator==(const Digest& other) const { return ((low ^ other.low) | (high ^ other.high)) == 0; }
  /// A hash of the digest.
  std::uint64_t hash(const HashSeeds& seeds) const { return folded_product(low ^ seeds.one, high ^ seeds.other); }
};

/// The digest of a padded string.
inline Digest digest_of(std::string_view string, const HashSeeds& seeds) {
  const std::uint64_t length = string.size();
  if (length <= Digest::kShort) {
    static constexpr unsigned char kKept[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                                255, 255, 255, 255, 255, 255, 255, 255};
    const char* const kept = reinterpret_cast<const char*>(kKept) + 16 - length;
    return {load_eight(string.data()) & load_eight(kept),
            (load_eight(string.data() + 8) & load_eight(kept + 8)) | (length + 1) << 56};
  }
  // As in wyhash, by Wang Yi.
  const char* at = string.data();
  const char* const last = at + length - 16;
  std::uint64_t hash = seeds.one;
  for (; at < last; at += 16) hash = folded_product(hash ^ load_eight(at), seeds.other ^ load_eight(at + 8));
  hash = folded_product(hash ^ load_eight(last), seeds.other ^ load_eight(last + 8));
  return {hash, length | std::uint64_t{1} << 63};  // the top bit marks long strings
}

inline constexpr std::int32_t kNotANumber = -1;

/// Reads a number of up to eight digits, without sign, spaces or leading zeros, from a padded string. It does not
/// return a std::optional, which would be passed through memory in two parts and stall.
inline std::int32_t parse_number(std::string_view text) {
  if (text.empty() || text.size() > 8) return kNotANumber;
  // The values of the digits, in the highest bytes, with zeros before them.
  std::uint64_t digits = (load_eight(text.data()) ^ 0x3030303030303030u) << (64 - 8 * text.size());
  const bool all_digits = ((digits | (digits + 0x7676767676767676u)) & 0x8080808080808080u) == 0;
  if (!all_digits || (text[0] == '0' && text.size() > 1)) return kNotANumber;
  digits = digits * 10 + (digits >> 8);  // pairs, then fours, then all eight
  digits = ((digits & 0x000000FF000000FFu) * (100 + (std::uint64_t{1000000} << 32)) +
            (digits >> 16 & 0x000000FF000000FFu) * (1 + (std::uint64_t{10000} << 32))) >>
           32;
  return static_cast<std::int32_t>(digits);
}

}  // namespace dodona
