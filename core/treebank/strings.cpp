#include "treebank/strings.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace dodona {
namespace {

constexpr std::size_t kArenaBlock = std::size_t{1} << 16;

}  // namespace

StringPool::StringPool() : slots_(std::size_t{1} << (64 - slot_shift_)) {
  intern("_");  // becomes kUnspecified
}

StringPool::Place StringPool::locate(StringId id) {
  const std::size_t block = static_cast<std::size_t>(std::bit_width(id >> kFirstBlockBits));
  const std::size_t start = block == 0 ? 0 : std::size_t{1} << (block + kFirstBlockBits - 1);
  return {block, id - start};
}

// The slot of a string, or the free slot where it belongs.
std::size_t StringPool::slot_of(std::string_view string, Digest digest) const {
  std::size_t at = place_of(digest);
  while (!slots_[at].is_free() && !slots_[at].holds(string, digest)) at = (at + 1) & (slots_.size() - 1);
  return at;
}

StringId StringPool::fill(Slot& slot, std::string_view stored, Digest digest) {
  const StringId id = add(stored);
  slot = {digest, stored.data(), static_cast<std::uint32_t>(stored.size()), id};
  if (++interned_ * 4 > slots_.size() * 3) grow_table();
  return id;
}

namespace {

// Calls `take` with the string, padded if it is short: then the digest reads beyond its end.
template <class F>
auto with_padding(std::string_view string, F take) {
  if (string.size() > Digest::kShort) return take(string);
  char padded[kPadding] = {};
  std::copy(string.begin(), string.end(), padded);
  return take(std::string_view(padded, string.size()));
}

}  // namespace

StringId StringPool::intern(std::string_view string) {
  return with_padding(string, [&](std::string_view padded) { return intern_padded(padded); });
}

std::optional<StringId> StringPool::find(std::string_view string) const {
  return with_padding(string, [&](std::string_view padded) -> std::optional<StringId> {
    const Slot& slot = slots_[slot_of(padded, digest_of(padded))];
    return slot.is_free() ? std::nullopt : std::optional(slot.id);
  });
}

StringId StringPool::intern_further(std::string_view string, Digest digest) {
  Slot& slot = slots_[slot_of(string, digest)];
  return slot.is_free() ? fill(slot, store(string), digest) : slot.id;
}

StringId StringPool::keep(std::string_view string) { return add(store(string)); }

std::vector<StringId> StringPool::absorb(StringPool&& from, std::span<const StringId> kept) {
  std::vector<StringId> here(from.size_);
  auto next_kept = kept.begin();
  for (StringId id = 0; id < from.size_; ++id) {
    const std::string_view string = from[id];
    if (next_kept != kept.end() && *next_kept == id) {
      ++next_kept;
      here[id] = add(string);
      continue;
    }
    const Digest digest = digest_of(string);
    Slot& slot = slots_[slot_of(string, digest)];
    here[id] = slot.is_free() ? fill(slot, string, digest) : slot.id;
  }
  for (auto& block : from.arena_) arena_.push_back(std::move(block));
  return here;
}

// Gives the next number to a string that is stored already.
StringId StringPool::add(std::string_view stored) {
  if (size_ >= UINT32_MAX - 1) throw std::length_error("more than four billion strings");
  const auto id = static_cast<StringId>(size_);
  const auto [block, place] = locate(id);
  if (place == 0) {
    const std::size_t length = std::size_t{1} << (block == 0 ? kFirstBlockBits : block + kFirstBlockBits - 1);
    blocks_[block] = std::make_unique<std::string_view[]>(length);
  }
  blocks_[block][place] = stored;
  ++size_;
  return id;
}

// Copies a string into the arena, with padding.
std::string_view StringPool::store(std::string_view string) {
  if (string.size() + kPadding > arena_left_) {
    const std::size_t length = std::max(kArenaBlock, string.size() + kPadding);
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
  std::vector<Slot> larger(2 * slots_.size());
  --slot_shift_;
  for (const Slot& slot : slots_) {
    if (slot.is_free()) continue;
    std::size_t at = place_of(slot.digest);
    while (!larger[at].is_free()) at = (at + 1) & (larger.size() - 1);
    larger[at] = slot;
  }
  slots_ = std::move(larger);
}

}  // namespace dodona
