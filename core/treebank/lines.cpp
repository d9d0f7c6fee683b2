#include "treebank/lines.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "base/digest.h"
#include "treebank/utf8.h"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

namespace dodona {
namespace {

static_assert(std::endian::native == std::endian::little, "the bit tricks below need a little-endian machine");

// The contents of 64 bytes: one bit for each tab and line end, whether all are ASCII, and whether any is NUL.
struct Block {
  std::uint64_t tabs = 0, ends = 0;
  bool is_ascii = true, has_nul = false;
};

#if defined(__SSE2__) || defined(_M_X64)  // every x86-64 machine

Block scan(const char* at) {
  Block block;
  __m128i all = _mm_setzero_si128(), least = _mm_set1_epi8(-1);
  const auto bits = [](__m128i found, int i) {
    return std::uint64_t{static_cast<std::uint16_t>(_mm_movemask_epi8(found))} << (16 * i);
  };
  for (int i = 0; i < 4; ++i) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + 16 * i));
    block.tabs |= bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t')), i);
    block.ends |= bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n')), i);
    all = _mm_or_si128(all, bytes);
    least = _mm_min_epu8(least, bytes);
  }
  block.is_ascii = _mm_movemask_epi8(all) == 0;
  block.has_nul = _mm_movemask_epi8(_mm_cmpeq_epi8(least, _mm_setzero_si128())) != 0;
  return block;
}

#else

Block scan(const char* at) {
  constexpr std::uint64_t kTops = 0x8080808080808080u, kOnes = 0x0101010101010101u;
  // A bit for each of eight bytes that is `value`: adding 0x7F leaves the top bit of a zero byte clear.
  const auto equal = [](std::uint64_t bytes, std::uint64_t value) {
    bytes ^= value * kOnes;
    const std::uint64_t zeros = ~(((bytes & ~kTops) + ~kTops) | bytes) & kTops;
    return (zeros >> 7) * 0x0102040810204080u >> 56;  // the top bits side by side
  };
  Block block;
  std::uint64_t all = 0, nul = 0;
  for (int i = 0; i < 8; ++i) {
    const std::uint64_t bytes = load_eight(at + 8 * i);
    block.tabs |= equal(bytes, '\t') << (8 * i);
    block.ends |= equal(bytes, '\n') << (8 * i);
    nul |= equal(bytes, '\0');
    all |= bytes;
  }
  block.is_ascii = (all & kTops) == 0;
  block.has_nul = nul != 0;
  return block;
}

#endif

// Clears the lowest bit and returns its position, plus `start`. Without any bit it returns 63: a test would cost more.
std::uint32_t take_bit(std::uint64_t& mask, std::size_t start) {
  const int place = std::countr_zero(mask | std::uint64_t{1} << 63);
  mask &= mask - 1;
  return static_cast<std::uint32_t>(start) + static_cast<std::uint32_t>(place);
}

// Lists the tabs and line ends of a block, 12 at a time to avoid branches; entries after the last are garbage. Returns
// their number.
std::size_t list_stops(std::uint64_t mask, std::size_t start, std::uint32_t* out) {
  const auto count = static_cast<std::size_t>(std::popcount(mask));
  for (std::size_t listed = 0; listed < count; listed += 12)
    for (std::size_t i = 0; i < 12; ++i) out[listed + i] = take_bit(mask, start);
  return count;
}

// The same for line ends, of which there are few.
std::size_t list_ends(std::uint64_t mask, std::size_t start, std::uint32_t* out) {
  std::size_t count = 0;
  do {
    for (int i = 0; i < 2; ++i) {
      const bool is_one = mask != 0;
      out[count] = take_bit(mask, start);
      count += is_one;
    }
  } while (mask != 0);
  return count;
}

// Makes room for the entries of one block after `found` others.
std::uint32_t* room_for_block(std::vector<std::uint32_t>& list, std::size_t found) {
  constexpr std::size_t kMost = 64 + 12;
  if (list.size() < found + kMost) list.resize(2 * found + kMost);
  return list.data() + found;
}

}  // namespace

void Lines::split(const char* begin, const char* end) {
  const auto length = static_cast<std::size_t>(end - begin);
  const std::size_t blocks = (length + 63) / 64;
  base_ = rest_ = begin;
  stops_found_ = ends_found_ = next_stop_ = next_end_ = 0;
  all_plain_ = true;
  if (plain_.size() < blocks) plain_.resize(blocks);
  char padded[3 + 64];    // the first or last block, and the three bytes before it
  bool was_ascii = true;  // the block before: otherwise a character may continue in this one
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t start = 64 * block;
    const char* at = begin + start;
    const std::size_t bytes = std::min<std::size_t>(length - start, 64);
    if (block == 0 || bytes < 64) {  // pad with spaces
      std::fill(std::begin(padded), std::end(padded), ' ');
      const std::size_t before = block == 0 ? 0 : 3;
      std::copy(at - before, at + bytes, padded + 3 - before);
      at = padded + 3;
    }
    const Block found = scan(at);
    const bool is_utf8 = (found.is_ascii && was_ascii) || is_common_utf8(at) || continues_utf8(at, at + bytes);
    plain_[block] = is_utf8 && !found.has_nul;
    all_plain_ = all_plain_ && plain_[block];
    was_ascii = found.is_ascii;
    stops_found_ += list_stops(found.tabs | found.ends, start, room_for_block(stops_, stops_found_));
    ends_found_ += list_ends(found.ends, start, room_for_block(ends_, ends_found_));
  }
}

bool Lines::is_plain(const char* from, const char* to) const {
  const auto first = static_cast<std::size_t>(from - base_) / 64, last = static_cast<std::size_t>(to - base_) / 64;
  return std::find(plain_.data() + first, plain_.data() + last + 1, false) == plain_.data() + last + 1;
}

bool Lines::next(std::size_t expected) {
  if (next_end_ == ends_found_) return false;
  const std::uint32_t end = ends_[next_end_++];
  first_stop_ = next_stop_;
  std::size_t last = first_stop_ + expected - 1;
  if (last >= stops_found_ || stops_[last] != end)
    for (last = first_stop_; stops_[last] != end;) ++last;
  next_stop_ = last + 1;
  begin_ = rest_;
  end_ = base_ + end;
  rest_ = end_ + 1;
  if (end_ != begin_ && end_[-1] == '\r') {
    while (end_ != begin_ && end_[-1] == '\r') --end_;
    stops_[last] = static_cast<std::uint32_t>(end_ - base_);
  }
  return true;
}

}  // namespace dodona
