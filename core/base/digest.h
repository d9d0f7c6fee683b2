// Hashes of strings for lookup, and parsing of numbers.
//
// Both read a fixed number of bytes, even beyond the end of a short string, and mask out the rest: the lengths of words
// are unpredictable, and a mispredicted branch costs more than everything else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace dodona {

/// A padded string has at least this many readable bytes from its start, even if it is shorter.
inline constexpr std::size_t kPadding = 16;

inline std::uint64_t load_eight(const char* at) {
  std::uint64_t bytes;
  std::memcpy(&bytes, at, sizeof bytes);
  return bytes;
}

inline std::uint64_t mixed(std::uint64_t value) {
  value *= 0x9E3779B97F4A7C15u;
  return value ^ value >> 32;
}

/// The key of a string in a hash table. For up to 15 bytes, the bytes and the length, which are unique; for longer
/// strings, a hash. It is never all zero.
struct Digest {
  std::uint64_t low = 0, high = 0;

  static constexpr std::size_t kShort = 15;

  bool operator==(const Digest& other) const { return ((low ^ other.low) | (high ^ other.high)) == 0; }
  /// A hash of the digest; its upper bits are the best.
  std::uint64_t mixed() const { return (low + high * 0xD6E8FEB86659FD93u) * 0x9E3779B97F4A7C15u; }
};

/// The digest of a padded string.
inline Digest digest_of(std::string_view string) {
  const std::uint64_t length = string.size();
  if (length <= Digest::kShort) {
    static constexpr unsigned char kKept[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                                255, 255, 255, 255, 255, 255, 255, 255};
    const char* const kept = reinterpret_cast<const char*>(kKept) + 16 - length;
    return {load_eight(string.data()) & load_eight(kept),
            (load_eight(string.data() + 8) & load_eight(kept + 8)) | (length + 1) << 56};
  }
  const char* at = string.data();
  const char* const last = at + length - 16;
  std::uint64_t even = length, odd = 0;  // two independent chains, computed in parallel
  for (; at < last; at += 16) {
    even = mixed(even ^ load_eight(at));
    odd = mixed(odd ^ load_eight(at + 8));
  }
  even = mixed(even ^ load_eight(last));
  odd = mixed(odd ^ load_eight(last + 8));
  return {even, odd | std::uint64_t{1} << 63};  // the top bit marks long strings
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
