#include "treebank/line.h"

#include <bit>
#include <cstdint>

#include "treebank/digest.h"

namespace dodona {

static_assert(std::endian::native == std::endian::little, "the first byte in memory is taken for the lowest");

bool Line::scan(const char* begin, const char* end) {
  begin_ = start_[0] = begin;
  readable_ = end;
  plain_ = true;
  tabs_ = 0;

  // Tabs, line ends and NUL are all control characters; few other bytes are.
  const auto see_control = [this](const char* at) {
    if (*at == '\t') {
      if (++tabs_ < kMaxFields) start_[tabs_] = at + 1;
    } else if (*at == '\n') {
      end_ = at;
      next_ = at + 1;
      while (end_ != begin_ && end_[-1] == '\r') --end_;
      if (tabs_ < kMaxFields) start_[tabs_ + 1] = end_ + 1;
      return true;
    } else if (*at == '\0') {
      plain_ = false;
    }
    return false;
  };

  constexpr std::uint64_t kTops = 0x8080808080808080u, kSpaces = 0x2020202020202020u;
  const char* at = begin;
  std::uint64_t seen = 0;
  for (; end - at >= 8; at += 8) {
    const std::uint64_t bytes = load_eight(at);
    // The top bit of a byte is left clear by this sum where the lower seven bits are under 0x20.
    std::uint64_t controls = ~((bytes & ~kTops) + (kTops - kSpaces)) & ~bytes & kTops;
    for (; controls != 0; controls &= controls - 1) {
      const int place = std::countr_zero(controls) >> 3;
      if (see_control(at + place)) {
        seen |= bytes & ((std::uint64_t{1} << (8 * place)) - 1);
        plain_ &= (seen & kTops) == 0;
        return true;
      }
    }
    seen |= bytes;
  }
  plain_ &= (seen & kTops) == 0;
  for (; at != end; ++at) {
    if (static_cast<unsigned char>(*at) >= 0x80) plain_ = false;
    else if (static_cast<unsigned char>(*at) < 0x20 && see_control(at)) return true;
  }
  return false;
}

}  // namespace dodona
