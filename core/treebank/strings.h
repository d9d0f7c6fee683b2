// Interned strings: every form, tag and label of a treebank is a number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
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

/// A growing set of strings, each with a number that never changes.
///
/// Strings may be read by number while another thread interns, because strings and their entries never move. Only one
/// thread may intern at a time.
class StringPool {
 public:
  StringPool();

  /// The number of a string, which is added if it is new.
  StringId intern(std::string_view string);
  /// As `intern`, for a string with readable bytes after it (see `kPadding`).
  StringId intern_padded(std::string_view string) {
    const Digest digest = digest_of(string);
    const Slot& slot = slots_[place_of(digest)];  // nearly always the right slot
    return slot.holds(string, digest) ? slot.id : intern_further(string, digest);
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
  std::size_t size() const { return size_; }

 private:
  // Most strings of a treebank are short, and compared inside the table.
  struct alignas(32) Slot {
    Digest digest;  // all zero: free
    const char* data;
    std::uint32_t length;
    StringId id;

    bool is_free() const { return digest == Digest{}; }
    bool holds(std::string_view string, Digest of_string) const {
      return digest == of_string && (string.size() <= Digest::kShort || std::string_view(data, length) == string);
    }
  };

  // Entries are in blocks of 1024, 1024, 2048, 4096, ... so that none ever moves.
  static constexpr std::size_t kFirstBlockBits = 10;
  struct Place {
    std::size_t block, place;
  };
  static Place locate(StringId id);

  std::size_t place_of(Digest digest) const { return static_cast<std::size_t>(digest.mixed() >> slot_shift_); }
  std::size_t slot_of(std::string_view string, Digest digest) const;
  StringId intern_further(std::string_view string, Digest digest);
  StringId fill(Slot& slot, std::string_view stored, Digest digest);
  StringId add(std::string_view stored);
  std::string_view store(std::string_view string);
  void grow_table();

  std::array<std::unique_ptr<std::string_view[]>, 33 - kFirstBlockBits> blocks_;
  int slot_shift_ = 64 - 10;  // there are 2^(64 - slot_shift_) slots
  std::vector<Slot> slots_;
  std::vector<std::unique_ptr<char[]>> arena_;
  std::size_t arena_left_ = 0;
  char* arena_next_ = nullptr;
  std::size_t size_ = 0, interned_ = 0;
};

}  // namespace dodona
