// Strings kept once: every form, tag and label of a treebank is a small number.
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

/// The column that says nothing, written `_`, has the same number in every pool.
inline constexpr StringId kNothing = 0;

/// A growing set of strings, each with a number that never changes.
///
/// Numbers may be looked up while another thread interns: strings and their entries never move.
/// Interning itself is for one thread at a time.
class StringPool {
 public:
  StringPool();

  /// The number of `string`, which is added if it is new.
  StringId intern(std::string_view string);
  /// The same for a string with bytes after it that can be read (see `kPadding`).
  StringId intern_padded(std::string_view string) {
    const Digest digest = digest_of(string);
    const Slot& slot = slots_[place_of(digest)];  // nearly always the right one
    return slot.holds(string, digest) ? slot.id : intern_further(string, digest);
  }

  /// The number of `string`, if it has been interned.
  std::optional<StringId> find(std::string_view string) const;

  /// Stores a string that nobody will look for again, such as a comment; it costs no search.
  StringId keep(std::string_view string);

  /// Takes over all strings of a pool that nobody else uses, in the order of their numbers: as if each
  /// had been interned here or, if its number is among `kept`, which are in order, kept. Returns the
  /// number that each has here. They stay where they are in memory.
  std::vector<StringId> absorb(StringPool&& from, std::span<const StringId> kept);

  /// The string with this number; valid as long as the pool.
  std::string_view operator[](StringId id) const {
    const auto [block, place] = locate(id);
    return blocks_[block][place];
  }

  /// How many strings there are.
  std::size_t size() const { return size_; }

 private:
  // Most strings of a treebank are short: they are compared without leaving the table.
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

  // Entries lie in blocks of 1024, 1024, 2048, 4096, ... so that none is ever moved.
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
  int slot_shift_ = 64 - 10;  // there are two to the power of 10 slots, or of more
  std::vector<Slot> slots_;
  std::vector<std::unique_ptr<char[]>> arena_;
  std::size_t arena_left_ = 0;
  char* arena_next_ = nullptr;
  std::size_t size_ = 0, interned_ = 0;
};

}  // namespace dodona
