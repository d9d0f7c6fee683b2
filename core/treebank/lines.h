// Splits bytes into lines and lines into fields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace dodona {

/// Iterates over the lines of a text and their tab-separated fields.
///
/// First all tabs and line ends are found, 64 bytes at a time, and listed almost without branches. The length of a
/// field is unpredictable: a scanner that tests byte by byte spends most of its time on mispredicted branches.
class Lines {
 public:
  /// Scans the bytes from `begin` to `end`, which must stay valid while lines are read.
  void split(const char* begin, const char* end);

  /// Advances to the next line; false if there is none, or its end is not in the text. Fastest if the line has
  /// `expected` fields.
  bool next(std::size_t expected);
  /// The start of the next line.
  const char* rest() const { return rest_; }

  /// The line without its `\n` and any `\r` before it.
  std::string_view text() const { return {begin_, static_cast<std::size_t>(end_ - begin_)}; }
  /// Whether all bytes are known to be valid UTF-8 without NUL, so that no check is needed.
  bool is_plain() const { return all_plain_ || is_plain(begin_, end_); }
  /// Removes the first bytes (a byte-order mark).
  void remove_prefix(std::size_t bytes) { begin_ += bytes; }

  std::size_t fields() const { return next_stop_ - first_stop_; }
  /// The first field.
  std::string_view field() const { return {begin_, static_cast<std::size_t>(base_ + stops_[first_stop_] - begin_)}; }
  /// Field i, counted from 0, but not the first.
  std::string_view field(std::size_t i) const { return field(mark(), i); }

  /// A handle to the fields of this line, but for the first; valid until the next text is split.
  std::uint32_t mark() const { return static_cast<std::uint32_t>(first_stop_); }
  std::string_view field(std::uint32_t mark, std::size_t i) const {
    const std::uint32_t* const stop = stops_.data() + mark + i;
    return {base_ + stop[-1] + 1, stop[0] - stop[-1] - 1};
  }

 private:
  bool is_plain(const char* from, const char* to) const;

  const char* base_ = nullptr;        // the start of the text
  std::vector<std::uint32_t> stops_;  // the offsets of all tabs and line ends; a line ends before `\r\n`
  std::vector<std::uint32_t> ends_;   // the offsets of all line ends
  std::size_t stops_found_ = 0, ends_found_ = 0;
  std::vector<std::uint8_t> plain_;  // for each 64 bytes: valid UTF-8 without NUL
  bool all_plain_ = true;

  // The current line.
  const char *begin_ = nullptr, *end_ = nullptr, *rest_ = nullptr;
  std::size_t first_stop_ = 0, next_stop_ = 0, next_end_ = 0;
};

}  // namespace dodona
