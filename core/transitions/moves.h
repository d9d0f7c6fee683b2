// The moves of all transition systems, and sets of them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace dodona {

/// A transition without its label.
enum class Move : std::uint8_t { shift, reduce, left_arc, right_arc, swap };
inline constexpr std::array kAllMoves{Move::shift, Move::reduce, Move::left_arc, Move::right_arc, Move::swap};
inline constexpr std::size_t kMoveCount = kAllMoves.size();

constexpr std::size_t index_of(Move move) { return static_cast<std::size_t>(move); }
constexpr bool builds_arc(Move move) { return move == Move::left_arc || move == Move::right_arc; }

/// A set of moves, in the order of kAllMoves.
class MoveSet {
 public:
  constexpr MoveSet() = default;
  constexpr MoveSet(std::initializer_list<Move> moves) {
    for (const Move move : moves) add(move);
  }

  constexpr void add(Move move) { bits_ |= bit(move); }
  constexpr bool has(Move move) const { return (bits_ & bit(move)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  /// The moves of both sets.
  constexpr MoveSet operator&(MoveSet other) const {
    other.bits_ &= bits_;
    return other;
  }
  /// One bit per move.
  constexpr std::uint8_t bits() const { return bits_; }
  constexpr bool operator==(const MoveSet&) const = default;

  class Iterator {
   public:
    constexpr explicit Iterator(unsigned bits) : bits_(bits) {}
    constexpr Move operator*() const { return static_cast<Move>(std::countr_zero(bits_)); }
    constexpr Iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    unsigned bits_;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  static constexpr std::uint8_t bit(Move move) { return static_cast<std::uint8_t>(1u << index_of(move)); }
  std::uint8_t bits_ = 0;
};

/// An unlabelled arc.
struct Arc {
  std::int32_t head, dependent;
};

}  // namespace dodona
