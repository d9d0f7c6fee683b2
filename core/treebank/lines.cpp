#include "treebank/line.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "treebank/digest.h"
#include "treebank/utf8.h"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

namespace dodona {
namespace {

static_assert(std::endian::native == std::endian::little, "the first byte in memory is taken for the lowest");

// What 64 bytes hold: a bit for each control character (under 0x20), and whether all are ASCII.
struct Block {
  std::uint64_t controls = 0;
  bool ascii = true;
};

#if defined(__SSE2__) || defined(_M_X64)  // every x86-64 machine

Block look_at(const char* at) {
  Block block;
  int high = 0;
  for (int i = 0; i < 4; ++i) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + 16 * i));
    const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
    block.controls |= std::uint64_t{static_cast<std::uint16_t>(_mm_movemask_epi8(controls))} << (16 * i);
    high |= _mm_movemask_epi8(bytes);
  }
  block.ascii = high == 0;
  return block;
}

#else

Block look_at(const char* at) {
  constexpr std::uint64_t kTops = 0x8080808080808080u;
  Block block;
  std::uint64_t high = 0;
  for (int i = 0; i < 8; ++i) {
    const std::uint64_t bytes = load_eight(at + 8 * i);
    // Adding 0x60 to the lower seven bits of a byte leaves its top bit clear if they are under 0x20.
    const std::uint64_t controls = ~((bytes & ~kTops) + 0x6060606060606060u) & ~bytes & kTops;
    block.controls |= (controls >> 7) * 0x0102040810204080u >> 56 << (8 * i);  // the top bits side by side
    high |= bytes & kTops;
  }
  block.ascii = high == 0;
  return block;
}

#endif

// std::popcount calls a library where not every machine has the instruction.
std::size_t count_bits(std::uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
  return static_cast<std::size_t>(((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}

// Appends the places of the bits of `mask`, counted from `start`; may write 12 numbers for none.
std::size_t list_bits(std::uint64_t mask, std::uint32_t start, std::uint32_t* places) {
  const auto next = [&] {
    const std::uint32_t place = start + static_cast<std::uint32_t>(std::countr_zero(mask));
    mask &= mask - 1;
    return place;
  };
  const std::size_t count = count_bits(mask);
  for (std::size_t i = 0; i < 12; ++i) places[i] = next();  // rarely more: no asking how many
  for (std::size_t i = 12; i < count; ++i) places[i] = next();
  return count;
}

}  // namespace

void ControlIndex::build(const char* begin, const char* end) {
  const auto length = static_cast<std::size_t>(end - begin);
  const std::size_t blocks = (length + 63) / 64;
  begin_ = begin;
  size_ = 0;
  if (places_.size() < 64 * blocks + 12) places_.resize(64 * blocks + 12);
  if (utf8_.size() < blocks) utf8_.resize(blocks);
  char padded[3 + 64];    // the first and the last block, and three bytes before
  bool was_ascii = true;  // the block before: if not, a character may go on in this one
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t start = 64 * block;
    const char* at = begin + start;
    const std::size_t bytes = std::min<std::size_t>(length - start, 64);
    if (block == 0 || bytes < 64) {  // filled up with spaces
      std::fill(std::begin(padded), std::end(padded), ' ');
      const std::size_t before = block == 0 ? 0 : 3;
      std::copy(at - before, at + bytes, padded + 3 - before);
      at = padded + 3;
    }
    const Block found = look_at(at);
    utf8_[block] = (found.ascii && was_ascii) || continues_utf8(at, at + bytes);
    was_ascii = found.ascii;
    size_ += list_bits(found.controls, static_cast<std::uint32_t>(start), places_.data() + size_);
  }
}

bool ControlIndex::is_utf8(const char* from, const char* to) const {
  const auto first = static_cast<std::size_t>(from - begin_) / 64, last = static_cast<std::size_t>(to - begin_) / 64;
  for (std::size_t block = first; block <= last; ++block)
    if (!utf8_[block]) return false;
  return true;
}

bool Line::take(const char* begin, const ControlIndex& index, std::size_t& control, const char* readable) {
  base_ = index.begin();
  begin_ = begin;
  start_[0] = static_cast<std::uint32_t>(begin - base_);
  readable_ = readable;
  plain_ = true;
  std::size_t tabs = 0;
  for (std::size_t i = control; i < index.size(); ++i) {
    const std::uint32_t place = index[i];
    const char* const at = base_ + place;
    if (*at == '\t') {
      if (++tabs < kMaxFields) start_[tabs] = place + 1;
    } else if (*at == '\n') {
      end_ = at;
      while (end_ != begin && end_[-1] == '\r') --end_;
      if (tabs < kMaxFields) start_[tabs + 1] = static_cast<std::uint32_t>(end_ - base_) + 1;
      tabs_ = tabs;
      next_ = at + 1;
      plain_ = plain_ && index.is_utf8(begin, at);
      control = i + 1;
      return true;
    } else if (*at == '\0') {
      plain_ = false;
    }
  }
  return false;
}

}  // namespace dodona
