// A number for every string, by which it is looked up; and numbers read from digits. Both take
// eight bytes a step.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace dodona {

inline std::uint64_t load_eight(const char* at) {
  std::uint64_t bytes;
  std::memcpy(&bytes, at, sizeof bytes);
  return bytes;
}

/// The bytes of a string of up to eight as one number, the first in the lowest place.
///
/// Memory up to `readable` may be read. With eight bytes to read there is no branch on the length:
/// the lengths of words are hard to predict, and a wrong guess costs more than all the rest.
inline std::uint64_t short_bytes(std::string_view string, const char* readable) {
  if (string.empty()) return 0;
  if (readable - string.data() >= 8) return load_eight(string.data()) & (~std::uint64_t{0} >> (64 - 8 * string.size()));
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, string.data(), string.size());
  return bytes;
}

inline std::uint64_t mixed(std::uint64_t value) {
  value *= 0x9E3779B97F4A7C15u;
  return value ^ value >> 32;
}

inline constexpr std::size_t kShort = 7;

/// What a string is looked up by: of up to seven bytes, those bytes and the length, which no other
/// string shares; of a longer one, a hash.
inline std::uint64_t digest_of(std::string_view string, const char* readable) {
  if (string.size() <= kShort) return short_bytes(string, readable) | std::uint64_t{string.size()} << 56;
  const char* at = string.data();
  const char* const end = at + string.size();
  std::uint64_t even = string.size(), odd = 0;  // two chains: the second need not wait for the first
  for (; end - at > 16; at += 16) {
    even = mixed(even ^ load_eight(at));
    odd = mixed(odd ^ load_eight(at + 8));
  }
  if (end - at > 8) even = mixed(even ^ load_eight(at));
  odd = mixed(odd ^ load_eight(end - 8));
  return (even ^ std::rotl(odd, 32)) | std::uint64_t{1} << 63;  // the top bit tells it from short ones
}

inline constexpr std::int32_t kNotANumber = -1;

/// Reads a number of up to eight digits, without sign, spaces or leading zeros. Not an optional: that
/// is passed through memory in two parts, and putting them together stalls.
inline std::int32_t parse_number(std::string_view text, const char* readable) {
  if (text.empty() || text.size() > 8) return kNotANumber;
  // The digits in the highest bytes, zeros before them.
  constexpr std::uint64_t kZeros = 0x3030303030303030u, kHighHalves = 0xF0F0F0F0F0F0F0F0u;
  const auto bits = static_cast<int>(8 * text.size());
  const std::uint64_t padding = text.size() == 8 ? 0 : kZeros >> bits;
  std::uint64_t digits = short_bytes(text, readable) << (64 - bits) | padding;
  const bool all_digits = (digits & kHighHalves) == kZeros && ((digits + 0x0606060606060606u) & kHighHalves) == kZeros;
  if (!all_digits || (text[0] == '0' && text.size() > 1)) return kNotANumber;
  digits -= kZeros;
  digits = digits * 10 + (digits >> 8);  // pairs, then fours, then all eight
  digits = ((digits & 0x000000FF000000FFu) * (100 + (std::uint64_t{1000000} << 32)) +
            (digits >> 16 & 0x000000FF000000FFu) * (1 + (std::uint64_t{10000} << 32))) >> 32;
  return static_cast<std::int32_t>(digits);
}

}  // namespace dodona
