// Interned strings: every form, tag and label of a treebank is a number.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/digest.h"

namespace dodona {

/// The number of an interned string.
using StringId = std::uint32_t;

/// The string `_`, an unspecified value in CoNLL-U, has the same number in every pool.
inline constexpr StringId kUnspecified = 0;

/// A growing set of strings, each with a number that never changes. Treebanks made from one another share it.
///
/// Any number of threads may use a pool at once. A string that is there already is found without waiting, since
/// strings, entries and filled slots never change or move, and a table that was outgrown lives as long as the pool;
/// new strings are added one at a time. The numbers of strings that several threads add depend on who comes first.
class StringPool {
 public:
  StringPool();

  /// The number of a string, which is added if it is new.
  StringId intern(std::string_view string);
  /// As `intern`, for a string with readable bytes after it (see `kPadding`).
  StringId intern_padded(std::string_view string) {
    const Digest digest = digest_of(string, HashSeeds::kProcess);
    const Table& table = *table_.load(std::memory_order_acquire);
    const Slot& slot = table.slots[table.place_of(digest)];  // nearly always the right slot
    return slot.holds(string, digest) ? slot.id() : intern_further(string, digest);
  }

  /// The number of a string, if it is interned.
  std::optional<StringId> find(std::string_view string) const;

  /// Adds a string without looking it up, such as a comment; `intern` and `find` will not find it.
  StringId keep(std::string_view string);

  /// Takes over all strings of a pool that nothing else uses, in the order of their numbers: as if each had been added
  /// here by `keep`, if its number is in the sorted list `kept`, or by `intern`. Returns their new numbers. The strings
  /// do not move in memory.
  std::vector<StringId> absorb(StringPool&& from, std::span<const StringId> kept);

  /// The string with this number; valid as long as the pool.
  std::string_view operator[](StringId id) const {
    const auto [block, place] = locate(id);
    return blocks_[block][place];
  }

  /// The number of strings.
  std::size_t size() const { return size_.load(std::memory_order_acquire); }

 private:
  // Most strings of a treebank are short, and compared inside the table.
  struct alignas(32) Slot {
    Digest digest;
    const char* data;
    std::uint32_t length;
    std::atomic<StringId> next_id;  // the number of the next string; 0: free. Written last

    bool is_free() const { return next_id.load(std::memory_order_acquire) == 0; }
    StringId id() const { return next_id.load(std::memory_order_relaxed) - 1; }
    bool holds(std::string_view string, Digest of_string) const {
      return !is_free() && digest == of_string &&
             (string.size() <= Digest::kShort || std::string_view(data, length) == string);
    }
    void fill(Digest of_string, std::string_view stored, StringId id) {
      digest = of_string;
      data = stored.data();
      length = static_cast<std::uint32_t>(stored.size());
      next_id.store(id + 1, std::memory_order_release);
    }
  };

  // Linear probing; one slot at least is free.
  struct Table {
    explicit Table(int bits) : shift(64 - bits), size(std::size_t{1} << bits), slots(std::make_unique<Slot[]>(size)) {}

    std::size_t place_of(Digest digest) const {
      return static_cast<std::size_t>(digest.hash(HashSeeds::kProcess) >> shift);
    }
    // The slot of a string, or the free slot where it belongs.
    Slot& slot_of(std::string_view string, Digest digest) const;

    int shift;
    std::size_t size;
    std::unique_ptr<Slot[]> slots;
  };

  // Entries are in blocks of 1024, 1024, 2048, 4096, ... so that none ever moves.
  static constexpr std::size_t kFirstBlockBits = 10;
  struct Place {
    std::size_t block, place;
  };
  static Place locate(StringId id);

  // All of these with `adding_` locked.
  StringId intern_further(std::string_view string, Digest digest);
  StringId fill(Slot& slot, std::string_view stored, Digest digest);
  StringId add(std::string_view stored);
  std::string_view store(std::string_view string);
  void grow_table();

  std::array<std::unique_ptr<std::string_view[]>, 33 - kFirstBlockBits> blocks_;
  std::vector<std::unique_ptr<Table>> tables_;  // the last one is used
  std::atomic<const Table*> table_;
  std::vector<std::unique_ptr<char[]>> arena_;
  std::size_t arena_left_ = 0;
  char* arena_next_ = nullptr;
  std::atomic<std::size_t> size_ = 0;
  std::size_t interned_ = 0;
  std::mutex adding_;
};

}  // namespace dodona
