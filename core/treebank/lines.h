// Cuts bytes into lines and lines into fields.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace dodona {

/// Where the control characters of a text are: tabs, line ends, NUL and a few rare ones.
///
/// They are found 64 bytes at a time and listed with hardly a branch. How long a field is cannot be
/// predicted, and a scanner that asks byte by byte spends most of its time on wrong guesses.
class ControlIndex {
 public:
  /// Looks through the bytes from `begin` to `end`, which must stay there while the index is used.
  void build(const char* begin, const char* end);

  std::size_t size() const { return size_; }
  /// Where the text begins, and where its i-th control character is from there.
  const char* begin() const { return begin_; }
  std::uint32_t operator[](std::size_t i) const { return places_[i]; }
  /// Whether the bytes from `from` to `to` are surely UTF-8; false says nothing.
  bool is_utf8(const char* from, const char* to) const;

 private:
  const char* begin_ = nullptr;
  std::vector<std::uint32_t> places_;
  std::size_t size_ = 0;
  std::vector<std::uint8_t> utf8_;  // for each 64 bytes: nothing in them breaks it
};

/// A line and where its fields are.
class Line {
 public:
  /// Lines with more columns than this are refused: no format has nearly as many.
  static constexpr std::size_t kMaxFields = 64;

  /// Takes the line that begins at `begin` and whose first control character is number `control` of
  /// the index; moves `control` on. Returns false if the end of the line is not in the index. Memory
  /// may be read up to `readable`.
  bool take(const char* begin, const ControlIndex& index, std::size_t& control, const char* readable);

  /// The line without its `\n` and any `\r` before it.
  std::string_view text() const { return {begin_, static_cast<std::size_t>(end_ - begin_)}; }
  /// Where the next line begins.
  const char* next() const { return next_; }
  const char* readable() const { return readable_; }
  /// Whether all bytes are surely UTF-8 and none is NUL: there is nothing more to check.
  bool is_plain() const { return plain_; }

  /// The number of columns that tabs make, which may be more than kMaxFields.
  std::size_t fields() const { return tabs_ + 1; }
  std::string_view field(std::size_t i) const { return {base_ + start_[i], start_[i + 1] - start_[i] - 1}; }
  /// Where each field begins in the text of the index and, after the last, one past its end.
  const std::uint32_t* starts() const { return start_.data(); }
  /// Leaves out the first bytes (a byte-order mark).
  void remove_prefix(std::uint32_t bytes) {
    begin_ += bytes;
    start_[0] += bytes;
  }

 private:
  const char *base_ = nullptr, *begin_ = nullptr, *end_ = nullptr, *next_ = nullptr, *readable_ = nullptr;
  bool plain_ = true;
  std::size_t tabs_ = 0;
  std::array<std::uint32_t, kMaxFields + 1> start_;  // of each field, and one past the end of the last
};

}  // namespace dodona
