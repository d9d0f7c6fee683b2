#include "treebank/strings.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace dodona {
namespace {

constexpr std::size_t kArenaBlock = std::size_t{1} << 16;

}  // namespace

StringPool::StringPool() {
  constexpr int kFirstBits = 10;
  table_ = tables_.emplace_back(std::make_unique<Table>(kFirstBits)).get();
  intern("_");  // becomes kUnspecified
}

StringPool::Place StringPool::locate(StringId id) {
  const std::size_t block = static_cast<std::size_t>(std::bit_width(id >> kFirstBlockBits));
  const std::size_t start = block == 0 ? 0 : std::size_t{1} << (block + kFirstBlockBits - 1);
  return {block, id - start};
}

StringPool::Slot& StringPool::Table::slot_of(std::string_view string, Digest digest) const {
  std::size_t at = place_of(digest);
  while (!slots[at].is_free() && !slots[at].holds(string, digest)) at = (at + 1) & (size - 1);
  return slots[at];
}

StringId StringPool::fill(Slot& slot, std::string_view stored, Digest digest) {
  const StringId id = add(stored);
  slot.fill(digest, stored, id);
  if (++interned_ * 4 > tables_.back()->size * 3) grow_table();
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
    const Table& table = *table_.load(std::memory_order_acquire);
    const Slot& slot = table.slot_of(padded, digest_of(padded, HashSeeds::kProcess));
    return slot.is_free() ? std::nullopt : std::optional(slot.id());
  });
}

StringId StringPool::intern_further(std::string_view string, Digest digest) {
  const Slot& found = table_.load(std::memory_order_acquire)->slot_of(string, digest);
  if (!found.is_free()) return found.id();
  const std::lock_guard lock(adding_);
  Slot& slot = tables_.back()->slot_of(string, digest);
  return slot.is_free() ? fill(slot, store(string), digest) : slot.id();
}

StringId StringPool::keep(std::string_view string) {
  const std::lock_guard lock(adding_);
  return add(store(string));
}

std::vector<StringId> StringPool::absorb(StringPool&& from, std::span<const StringId> kept) {
  const std::lock_guard lock(adding_);
  std::vector<StringId> here(from.size());
  auto next_kept = kept.begin();
  for (StringId id = 0; id < here.size(); ++id) {
    const std::string_view string = from[id];
    if (next_kept != kept.end() && *next_kept == id) {
      ++next_kept;
      here[id] = add(string);
      continue;
    }
    const Digest digest = digest_of(string, HashSeeds::kProcess);
    Slot& slot = tables_.back()->slot_of(string, digest);
    here[id] = slot.is_free() ? fill(slot, string, digest) : slot.id();
  }
  for (auto& block : from.arena_) arena_.push_back(std::move(block));
  return here;
}

// Gives the next number to a string that is stored already.
StringId StringPool::add(std::string_view stored) {
  if (size() >= UINT32_MAX - 1) throw std::length_error("more than four billion strings");
  const auto id = static_cast<StringId>(size());
  const auto [block, place] = locate(id);
  if (place == 0) {
    const std::size_t length = std::size_t{1} << (block == 0 ? kFirstBlockBits : block + kFirstBlockBits - 1);
    blocks_[block] = std::make_unique<std::string_view[]>(length);
  }
  blocks_[block][place] = stored;
  size_.store(id + std::size_t{1}, std::memory_order_release);
  return id;
}

// Copies a string into the arena. Its padding is its own: other threads read it while the next string is written.
std::string_view StringPool::store(std::string_view string) {
  const std::size_t needed = std::max(string.size(), kPadding);
  if (needed > arena_left_) {
    arena_left_ = std::max(kArenaBlock, needed);
    arena_next_ = arena_.emplace_back(std::make_unique_for_overwrite<char[]>(arena_left_)).get();
  }
  char* const stored = arena_next_;
  std::copy(string.begin(), string.end(), stored);
  arena_next_ += needed;
  arena_left_ -= needed;
  return {stored, string.size()};
}

void StringPool::grow_table() {
  const Table& full = *tables_.back();
  auto larger = std::make_unique<Table>(65 - full.shift);
  for (const Slot& slot : std::span(full.slots.get(), full.size)) {
    if (slot.is_free()) continue;
    std::size_t at = larger->place_of(slot.digest);
    while (!larger->slots[at].is_free()) at = (at + 1) & (larger->size - 1);
    larger->slots[at].fill(slot.digest, {slot.data, slot.length}, slot.id());
  }
  table_.store(tables_.emplace_back(std::move(larger)).get(), std::memory_order_release);
}

}  // namespace dodona
