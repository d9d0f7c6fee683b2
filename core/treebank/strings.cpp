#include "treebank/strings.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace dodona {
namespace {

constexpr std::size_t kArenaBlock = std::size_t{1} << 16;

// Whether two strings of at least eight bytes are the same; they are, nearly always, if their digests
// are. Up to sixteen bytes two loads that overlap see all of both.
bool same_long(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  if (a.size() > 16) return a == b;
  const std::size_t last = a.size() - 8;
  return ((load_eight(a.data()) ^ load_eight(b.data())) |
          (load_eight(a.data() + last) ^ load_eight(b.data() + last))) == 0;
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

// The slot of a string, or the free one that it would have.
StringPool::Slot& StringPool::find(std::string_view string, std::uint64_t digest) {
  const bool is_short = string.size() <= kShort;
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = mixed(digest) & mask;
  for (; slots_[at].id_plus_one != 0; at = (at + 1) & mask) {
    if (slots_[at].digest != digest) continue;
    if (is_short || same_long({slots_[at].data, slots_[at].length}, string)) break;
  }
  return slots_[at];
}

StringId StringPool::fill(Slot& slot, std::string_view stored, std::uint64_t digest) {
  const StringId id = add(stored);
  slot = {digest, id + 1, static_cast<std::uint32_t>(stored.size()), stored.data()};
  if (++interned_ * 4 > slots_.size() * 3) grow_table();
  return id;
}

StringId StringPool::intern(std::string_view string, std::uint64_t digest) {
  Slot& slot = find(string, digest);
  return slot.id_plus_one != 0 ? slot.id_plus_one - 1 : fill(slot, store(string), digest);
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
    const std::uint64_t digest = digest_of(string, string.data() + string.size());
    Slot& slot = find(string, digest);
    here[id] = slot.id_plus_one != 0 ? slot.id_plus_one - 1 : fill(slot, string, digest);
  }
  for (auto& block : from.arena_) arena_.push_back(std::move(block));
  return here;
}

// Gives a number to a string that is where it will stay.
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
