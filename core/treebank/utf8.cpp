#include "treebank/utf8.h"

#include <cstddef>
#include <cstdint>

#include "text/characters.h"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

namespace dodona {

std::optional<Fault> find_text_fault(std::string_view line) {
  for (std::size_t at = 0; at < line.size();) {
    const Character c = character_at(line, at);
    if (c.code == 0) return Fault::nul;
    if (c.code == kReplacement && c.bytes == 1) return Fault::utf8;
    at += c.bytes;
  }
  return std::nullopt;
}

bool continues_utf8(const char* begin, const char* end) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(begin);
  const std::ptrdiff_t length = end - begin;
  std::uint8_t wrong = 0;
  for (std::ptrdiff_t i = 0; i < length; ++i) {
    const std::uint8_t byte = bytes[i], last = bytes[i - 1];
    const std::uint8_t is_continuation = (byte & 0xC0) == 0x80;
    const std::uint8_t must_be = (last >= 0xC0) | (bytes[i - 2] >= 0xE0) | (bytes[i - 3] >= 0xF0);
    wrong |= is_continuation ^ must_be;
    wrong |= (last == 0xC0) | (last == 0xC1) | (last >= 0xF5);                     // never valid
    wrong |= ((last == 0xE0) & (byte < 0xA0)) | ((last == 0xF0) & (byte < 0x90));  // overlong
    wrong |= ((last == 0xED) & (byte > 0x9F)) | ((last == 0xF4) & (byte > 0x8F));  // surrogates; above U+10FFFF
  }
  return wrong == 0;
}

#if defined(__SSE2__) || defined(_M_X64)

bool is_common_utf8(const char* at) {
  const auto load = [](const char* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); };
  const auto all = [](int byte) { return _mm_set1_epi8(static_cast<char>(byte)); };
  const auto more_than = [&](__m128i bytes, int most) { return _mm_subs_epu8(bytes, all(most)); };  // 0: no
  __m128i wrong = all(0), highest = all(0);
  const auto is_wrong = [&wrong](__m128i found) { wrong = _mm_or_si128(wrong, found); };
  for (int i = 0; i < 64; i += 16) {
    const __m128i bytes = load(at + i), last = load(at + i - 1);
    const __m128i is_continuation = _mm_cmplt_epi8(bytes, all(0xC0));  // as signed numbers, 0x80 to 0xBF are the lowest
    const __m128i must_continue = _mm_or_si128(_mm_or_si128(more_than(last, 0xBF), more_than(load(at + i - 2), 0xDF)),
                                               more_than(load(at + i - 3), 0xEF));
    is_wrong(_mm_cmpeq_epi8(is_continuation, _mm_cmpeq_epi8(must_continue, all(0))));
    // Not common: bytes that are never valid, and lead bytes that restrict the byte after them.
    is_wrong(_mm_cmpeq_epi8(last, all(0xE0)));
    is_wrong(_mm_cmpeq_epi8(last, all(0xED)));
    is_wrong(_mm_cmpeq_epi8(_mm_and_si128(last, all(0xFE)), all(0xC0)));
    highest = _mm_max_epu8(highest, last);
  }
  is_wrong(more_than(highest, 0xEF));
  return _mm_movemask_epi8(_mm_cmpeq_epi8(wrong, all(0))) == 0xFFFF;
}

#else

bool is_common_utf8(const char*) { return false; }

#endif

}  // namespace dodona
