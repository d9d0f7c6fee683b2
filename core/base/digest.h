// A number for every string, by which it is looked up; and numbers read from digits.
//
// Both read more memory than a string has, and throw away what is too much: the lengths of words are
// hard to predict, and a wrong guess costs more than all the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace dodona {

/// So many bytes can be read from where a padded string begins, even if it is shorter.
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

/// What a string is looked up by: of up to 15 bytes, those bytes and the length, which no other string
/// shares; of a longer one, a hash. It is never all zero.
struct Digest {
  std::uint64_t low = 0, high = 0;

  static constexpr std::size_t kShort = 15;

  bool operator==(const Digest& other) const { return ((low ^ other.low) | (high ^ other.high)) == 0; }
  /// Bits that differ between most strings; the upper ones do so best.
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
  std::uint64_t even = length, odd = 0;  // two chains: the second need not wait for the first
  for (; at < last; at += 16) {
    even = mixed(even ^ load_eight(at));
    odd = mixed(odd ^ load_eight(at + 8));
  }
  even = mixed(even ^ load_eight(last));
  odd = mixed(odd ^ load_eight(last + 8));
  return {even, odd | std::uint64_t{1} << 63};  // the top bit tells it from short ones
}

inline constexpr std::int32_t kNotANumber = -1;

/// Reads a number of up to eight digits, without sign, spaces or leading zeros, from a padded string.
/// Not an optional: that is passed through memory in two parts, and putting them together stalls.
inline std::int32_t parse_number(std::string_view text) {
  if (text.empty() || text.size() > 8) return kNotANumber;
  // The values of the digits in the highest bytes, and zeros before them.
  std::uint64_t digits = (load_eight(text.data()) ^ 0x3030303030303030u) << (64 - 8 * text.size());
  const bool all_digits = ((digits | (digits + 0x7676767676767676u)) & 0x8080808080808080u) == 0;
  if (!all_digits || (text[0] == '0' && text.size() > 1)) return kNotANumber;
  digits = digits * 10 + (digits >> 8);  // pairs, then fours, then all eight
  digits = ((digits & 0x000000FF000000FFu) * (100 + (std::uint64_t{1000000} << 32)) +
            (digits >> 16 & 0x000000FF000000FFu) * (1 + (std::uint64_t{10000} << 32))) >> 32;
  return static_cast<std::int32_t>(digits);
}

}  // namespace dodona
