// Cuts bytes into lines and lines into fields, eight bytes a step.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace dodona {

/// A line and where its tabs are.
class Line {
 public:
  /// Lines with more columns than this are refused: no format has nearly as many.
  static constexpr std::size_t kMaxFields = 64;

  /// Finds the line that begins at `begin`. Returns whether its end is there too: a `\n` before `end`.
  bool scan(const char* begin, const char* end);

  /// The line without its `\n` and any `\r` before it.
  std::string_view text() const { return {begin_, static_cast<std::size_t>(end_ - begin_)}; }
  /// Where the next line begins.
  const char* next() const { return next_; }
  /// Up to where memory may be read: the `end` that scan was given.
  const char* readable() const { return readable_; }
  /// Whether all bytes are ASCII and none is NUL: there is nothing more to check.
  bool is_plain() const { return plain_; }

  /// The number of columns that tabs make, which may be more than kMaxFields.
  std::size_t fields() const { return tabs_ + 1; }
  std::string_view field(std::size_t i) const {
    const char* const from = start_[i];
    return {from, static_cast<std::size_t>(start_[i + 1] - from) - 1};
  }
  /// Leaves out the first bytes (a byte-order mark).
  void remove_prefix(std::size_t bytes) { start_[0] = begin_ += bytes; }

 private:
  const char *begin_ = nullptr, *end_ = nullptr, *next_ = nullptr, *readable_ = nullptr;
  bool plain_ = true;
  std::size_t tabs_ = 0;
  std::array<const char*, kMaxFields + 1> start_;  // where each field begins, and one past the end of the last
};

}  // namespace dodona
