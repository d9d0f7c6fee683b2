#include "treebank/strings.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

namespace dodona {
namespace {

constexpr std::size_t kArenaBlock = std::size_t{1} << 16;

// Eight bytes a step; treebank strings are short, so the tail matters as much as the loop.
std::uint32_t hash_of(std::string_view string) {
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15u;
  std::uint64_t hash = string.size() * kMultiplier;
  const char* at = string.data();
  std::size_t left = string.size();
  const auto mix = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * kMultiplier;
    hash ^= hash >> 29;
  };
  for (; left >= 8; at += 8, left -= 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    mix(word);
  }
  if (left >= 4) {
    std::uint32_t low, high;  // two loads that may overlap
    std::memcpy(&low, at, 4);
    std::memcpy(&high, at + left - 4, 4);
    mix(low | std::uint64_t{high} << 32);
  } else if (left > 0) {
    const auto byte = [at](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(at[i])}; };
    mix(byte(0) | byte(left / 2) << 8 | byte(left - 1) << 16);
  }
  return static_cast<std::uint32_t>(hash ^ hash >> 32);
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
  const std::uint32_t hash = hash_of(string);
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; slots_[at].id_plus_one != 0; at = (at + 1) & mask) {
    if (slots_[at].hash != hash) continue;
    const StringId id = slots_[at].id_plus_one - 1;
    if ((*this)[id] == string) return id;
  }
  if (size_ >= UINT32_MAX - 1) throw std::length_error("more than four billion different strings");
  const auto id = static_cast<StringId>(size_);
  const auto [block, place] = locate(id);
  if (place == 0) {
    const std::size_t length = std::size_t{1} << (block == 0 ? kFirstBlockBits : block + kFirstBlockBits - 1);
    blocks_[block] = std::make_unique<std::string_view[]>(length);
  }
  blocks_[block][place] = store(string);
  slots_[at] = {hash, id + 1};
  ++size_;
  if (size_ * 2 > slots_.size()) grow_table();
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
    std::size_t at = slot.hash & mask;
    while (larger[at].id_plus_one != 0) at = (at + 1) & mask;
    larger[at] = slot;
  }
  slots_ = std::move(larger);
}

}  // namespace dodona
