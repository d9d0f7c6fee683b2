#include "treebank/strings.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

namespace dodona {
namespace {

constexpr std::size_t kArenaBlock = std::size_t{1} << 16;

constexpr std::size_t kShort = 7;

template <class T>
std::uint64_t load(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

std::uint64_t mixed(std::uint64_t value) {
  value *= 0x9E3779B97F4A7C15u;
  return value ^ value >> 32;
}

// A string of up to seven bytes as a number of its own: its bytes and, on top, its length. Loads
// that overlap spare a loop over the bytes.
std::uint64_t short_digest(std::string_view string) {
  const char* const at = string.data();
  const std::size_t length = string.size();
  std::uint64_t bytes = 0;
  if (length >= 4) {
    bytes = load<std::uint32_t>(at) | load<std::uint32_t>(at + length - 4) << (8 * (length - 4));
  } else if (length > 0) {
    bytes = load<unsigned char>(at) | load<unsigned char>(at + length / 2) << (8 * (length / 2)) |
            load<unsigned char>(at + length - 1) << (8 * (length - 1));
  }
  return bytes | std::uint64_t{length} << 56;
}

// A hash of a longer string, whose top bit tells it from every short digest.
std::uint64_t long_digest(std::string_view string) {
  const char* at = string.data();
  std::uint64_t hash = string.size();
  std::size_t left = string.size();
  for (; left > 8; at += 8, left -= 8) hash = mixed(hash ^ load<std::uint64_t>(at));
  hash = mixed(hash ^ load<std::uint64_t>(string.data() + string.size() - 8));
  return hash | std::uint64_t{1} << 63;
}

}  // namespace

StringPool::StringPool() : slots_(1024) {
  intern("_");  // becomes kNothing
}

StringPool::Place StringPool::locate(StringId id) {
  const std::size_t block = static_cast<std::size_t>(std::bit_width(id >> kFirstBlockBits));
  const std::size_t start = block == 0 ? 0 : std::size_t{1} << (block + kFirstBlockBits - 1);
  return {block, id - start};
}

StringId StringPool::intern(std::string_view string) {
  if (string.size() == 1 && string[0] == '_' && size_ > 0) return kNothing;  // most columns
  const bool is_short = string.size() <= kShort;
  const std::uint64_t digest = is_short ? short_digest(string) : long_digest(string);
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = mixed(digest) & mask;
  for (; slots_[at].id_plus_one != 0; at = (at + 1) & mask) {
    if (slots_[at].digest != digest) continue;
    const StringId id = slots_[at].id_plus_one - 1;
    if (is_short || (*this)[id] == string) return id;
  }
  const StringId id = keep(string);
  slots_[at] = {digest, id + 1};
  if (++interned_ * 4 > slots_.size() * 3) grow_table();
  return id;
}

StringId StringPool::keep(std::string_view string) {
  if (size_ >= UINT32_MAX - 1) throw std::length_error("more than four billion strings");
  const auto id = static_cast<StringId>(size_);
  const auto [block, place] = locate(id);
  if (place == 0) {
    const std::size_t length = std::size_t{1} << (block == 0 ? kFirstBlockBits : block + kFirstBlockBits - 1);
    blocks_[block] = std::make_unique<std::string_view[]>(length);
  }
  blocks_[block][place] = store(string);
  ++size_;
  return id;
}

std::string_view StringPool::store(std::string_view string) {
  if (string.size() > arena_left_) {
    const std::size_t length = std::max(kArenaBlock, string.size());
    arena_.push_back(std::make_unique_for_overwrite<char[]>(length));
    arena_next_ = arena_.back().get();
    arena_left_ = length;
  }
  char* const stored = arena_next_;
  std::copy(string.begin(), string.end(), stored);
  arena_next_ += string.size();
  arena_left_ -= string.size();
  return {stored, string.size()};
}

void StringPool::grow_table() {
  std::vector<Slot> larger(slots_.size() * 2);
  const std::size_t mask = larger.size() - 1;
  for (const Slot slot : slots_) {
    if (slot.id_plus_one == 0) continue;
    std::size_t at = mixed(slot.digest) & mask;
    while (larger[at].id_plus_one != 0) at = (at + 1) & mask;
    larger[at] = slot;
  }
  slots_ = std::move(larger);
}

}  // namespace dodona
