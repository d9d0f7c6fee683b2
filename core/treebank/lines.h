// Cuts bytes into lines and lines into fields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace dodona {

/// The lines of a text, one after the other, and the fields that tabs make of each.
///
/// First all tabs and line ends are found, 64 bytes at a time, and listed with hardly a branch. How long
/// a field is cannot be predicted, and a scanner that asks byte by byte spends most of its time on wrong
/// guesses.
class Lines {
 public:
  /// Looks through the bytes from `begin` to `end`, which must stay there while lines are taken.
  void cut(const char* begin, const char* end);

  /// Goes on to the next line; false if there is none, or its end is not in the text. It is found at
  /// once if it has as many fields as `expected`.
  bool next(std::size_t expected);
  /// Where the line after this one begins.
  const char* rest() const { return rest_; }

  /// The line without its `\n` and any `\r` before it.
  std::string_view text() const { return {begin_, static_cast<std::size_t>(end_ - begin_)}; }
  /// Whether all bytes are surely UTF-8 and none is NUL: there is nothing more to check.
  bool is_plain() const { return all_plain_ || is_plain(begin_, end_); }
  /// Leaves out the first bytes (a byte-order mark).
  void remove_prefix(std::size_t bytes) { begin_ += bytes; }

  std::size_t fields() const { return next_stop_ - first_stop_; }
  /// The first field, and one of the others.
  std::string_view field() const { return {begin_, static_cast<std::size_t>(base_ + stops_[first_stop_] - begin_)}; }
  std::string_view field(std::size_t i) const { return field(mark(), i); }

  /// What the fields of this line, but for the first, can be found by until the next text is cut.
  std::uint32_t mark() const { return static_cast<std::uint32_t>(first_stop_); }
  std::string_view field(std::uint32_t mark, std::size_t i) const {
    const std::uint32_t* const stop = stops_.data() + mark + i;
    return {base_ + stop[-1] + 1, stop[0] - stop[-1] - 1};
  }

 private:
  bool is_plain(const char* from, const char* to) const;

  const char* base_ = nullptr;        // where the text begins
  std::vector<std::uint32_t> stops_;  // the places of all tabs and line ends; `\r` before `\n` counts as the end
  std::vector<std::uint32_t> ends_;   // the places of line ends
  std::size_t stops_found_ = 0, ends_found_ = 0;
  std::vector<std::uint8_t> plain_;  // for each 64 bytes: no NUL, and nothing breaks UTF-8
  bool all_plain_ = true;

  // The line.
  const char *begin_ = nullptr, *end_ = nullptr, *rest_ = nullptr;
  std::size_t first_stop_ = 0, next_stop_ = 0, next_end_ = 0;
};

}  // namespace dodona
