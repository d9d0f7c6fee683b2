// What sparse linear learners store of each feature: two numbers for each of its transitions.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/named_arrays.h"
#include "learners/blocks.h"
#include "learners/feature_table.h"
#include "transitions/transitions.h"

namespace dodona {

/// The weight of a feature for a transition.
struct Weight {
  TransitionId transition;
  float value;
};

/// Two numbers, a and b, for features and transitions: a weight and what it takes to average it, or sums of gradients
/// and of their squares.
///
/// Most features meet few transitions. These have a list; when that has grown long, it becomes a row with one place per
/// transition.
template <class A, class B>
class SparseRows {
 public:
  using Cell = FeatureTable::Cell;

  /// Rows have `padded` places for each number: first all a, then all b.
  SparseRows(std::size_t transitions, std::size_t padded, std::size_t longest_list)
      : transitions_(transitions), padded_(padded),
        longest_list_(std::bit_floor(std::clamp<std::size_t>(transitions / 4, 2, longest_list))) {}

  std::size_t transitions() const { return transitions_; }
  std::size_t padded() const { return padded_; }
  std::size_t longest_list() const { return longest_list_; }
  const FeatureTable& table() const { return table_; }
  FeatureTable& table() { return table_; }

  static bool is_row(const Cell& cell) { return cell.size == FeatureTable::kDense; }
  /// The cell of a feature, for which the table has reserved room. A new one has an empty list.
  Cell& find_or_add(FeatureKey key, std::uint16_t from) {
    return table_.find_or_add(key, from, [&] { return lists_.allocate(list_bytes(2)); });
  }

  /// The numbers of a feature; `transitions` says whose they are in a list.
  template <class X, class Y, class Id>
  struct Numbers {
    X* a;
    Y* b;
    Id* transitions;
  };
  Numbers<A, B, std::uint16_t> operator[](const Cell& cell) {
    return is_row(cell) ? row_at(rows_[cell.row]) : list_at(lists_[cell.row], room_for(cell.size));
  }
  Numbers<const A, const B, const std::uint16_t> operator[](const Cell& cell) const {
    const auto found = const_cast<SparseRows&>(*this)[cell];
    return {found.a, found.b, found.transitions};
  }

  /// The numbers of a feature and a transition, 0 if they are new.
  std::pair<A&, B&> at(Cell& cell, TransitionId transition) {
    if (!is_row(cell)) {
      auto list = (*this)[cell];
      for (std::size_t i = 0; i < cell.size; ++i)
        if (list.transitions[i] == transition) return {list.a[i], list.b[i]};
      if (cell.size < longest_list_) {
        if (cell.size >= 2 && std::has_single_bit(cell.size)) list = grown(cell);
        list.transitions[cell.size] = static_cast<std::uint16_t>(transition);
        list.a[cell.size] = 0;
        list.b[cell.size] = 0;
        ++cell.size;
        return {list.a[cell.size - 1], list.b[cell.size - 1]};
      }
      make_row(cell);
    }
    const auto row = (*this)[cell];
    return {row.a[transition], row.b[transition]};
  }

  void make_row(Cell& cell) {
    const std::uint32_t block = rows_.allocate(padded_ * (sizeof(A) + sizeof(B)));
    const auto list = (*this)[cell], row = row_at(rows_[block]);
    std::fill_n(row.a, padded_, A{});
    std::fill_n(row.b, padded_, B{});
    for (std::size_t i = 0; i < cell.size; ++i) {
      row.a[list.transitions[i]] = list.a[i];
      row.b[list.transitions[i]] = list.b[i];
    }
    lists_.give_back(cell.row, list_bytes(room_for(cell.size)));
    cell.row = block;
    cell.size = FeatureTable::kDense;
  }

  /// Calls visit(transition, a, b) for all numbers of a feature.
  template <class Visit>
  void for_each(const Cell& cell, Visit visit) const {
    const auto all = (*this)[cell];
    if (is_row(cell))
      for (std::size_t i = 0; i < transitions_; ++i) visit(static_cast<TransitionId>(i), all.a[i], all.b[i]);
    else
      for (std::size_t i = 0; i < cell.size; ++i) visit(TransitionId{all.transitions[i]}, all.a[i], all.b[i]);
  }

  /// Removes the features for which `keep(cell)` is false; their memory is used again.
  template <class Keep>
  void keep_if(Keep keep) {
    table_.keep_if([&](const Cell& cell) {
      if (keep(cell)) return true;
      if (is_row(cell))
        rows_.give_back(cell.row, padded_ * (sizeof(A) + sizeof(B)));
      else
        lists_.give_back(cell.row, list_bytes(room_for(cell.size)));
      return false;
    });
  }

  /// As part of a learner's state. Lists stay lists and rows stay rows: rows are summed first, and the order of
  /// additions matters unless weights are integers.
  void save(NamedArrays& arrays) const {
    std::vector<FeatureKey> keys;
    std::vector<std::uint16_t> from, ids;
    std::vector<std::uint8_t> seen, sizes;
    std::vector<A> a;
    std::vector<B> b;
    for (const Cell& cell : table_.cells()) {
      if (cell.key == 0) continue;
      keys.push_back(cell.key);
      from.push_back(cell.from);
      seen.push_back(cell.seen);
      sizes.push_back(cell.size);
      const auto all = (*this)[cell];
      const std::size_t size = is_row(cell) ? transitions_ : cell.size;
      a.insert(a.end(), all.a, all.a + size);
      b.insert(b.end(), all.b, all.b + size);
      if (!is_row(cell)) ids.insert(ids.end(), all.transitions, all.transitions + size);
    }
    arrays.emplace("keys", std::move(keys));
    arrays.emplace("from", std::move(from));
    arrays.emplace("seen", std::move(seen));
    arrays.emplace("sizes", std::move(sizes));
    arrays.emplace("ids", std::move(ids));
    arrays.emplace("a", std::move(a));
    arrays.emplace("b", std::move(b));
  }

  /// Throws std::invalid_argument if the state does not fit together, or has a template beyond `templates`.
  void restore(const NamedViews& arrays, std::size_t templates) {
    const auto keys = array_named<FeatureKey>(arrays, "keys");
    const auto from = array_named<std::uint16_t>(arrays, "from"), ids = array_named<std::uint16_t>(arrays, "ids");
    const auto seen = array_named<std::uint8_t>(arrays, "seen"), sizes = array_named<std::uint8_t>(arrays, "sizes");
    const auto a = array_named<A>(arrays, "a");
    const auto b = array_named<B>(arrays, "b");
    const auto check = [](bool fits) {
      if (!fits) throw std::invalid_argument("the saved training state does not fit together");
    };
    check(from.size() == keys.size() && seen.size() == keys.size() && sizes.size() == keys.size() &&
          a.size() == b.size() && std::ranges::all_of(ids, [&](std::uint16_t id) { return id < transitions_; }) &&
          std::ranges::all_of(from, [&](std::uint16_t number) { return number < templates; }));

    *this = SparseRows(transitions_, padded_, longest_list_);
    std::size_t next = 0, next_id = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      table_.reserve(1);
      check(keys[i] != 0 && table_.find(keys[i]) == nullptr);
      Cell& cell = find_or_add(keys[i], from[i]);
      cell.seen = seen[i];
      const bool row = sizes[i] == FeatureTable::kDense;
      const std::size_t size = row ? transitions_ : sizes[i];
      check(a.size() - next >= size && (row || (size <= longest_list_ && ids.size() - next_id >= size)));
      if (row) make_row(cell);
      for (std::size_t j = 0; j < size; ++j, ++next) {
        const auto [one, other] = at(cell, row ? static_cast<TransitionId>(j) : ids[next_id++]);
        one = a[next];
        other = b[next];
      }
    }
    check(next == a.size() && next_id == ids.size());
  }

 private:
  // A list has room for a power of two: all a, then the transitions, then all b.
  static std::size_t room_for(std::size_t size) { return std::max<std::size_t>(2, std::bit_ceil(size)); }
  static std::size_t begin_of_b(std::size_t room) {
    return (room * (sizeof(A) + 2) + alignof(B) - 1) / alignof(B) * alignof(B);
  }
  static std::size_t list_bytes(std::size_t room) { return begin_of_b(room) + room * sizeof(B); }

  static Numbers<A, B, std::uint16_t> list_at(std::byte* block, std::size_t room) {
    return {reinterpret_cast<A*>(block), reinterpret_cast<B*>(block + begin_of_b(room)),
            reinterpret_cast<std::uint16_t*>(block + room * sizeof(A))};
  }
  Numbers<A, B, std::uint16_t> row_at(std::byte* block) const {
    return {reinterpret_cast<A*>(block), reinterpret_cast<B*>(block + padded_ * sizeof(A)), nullptr};
  }

  // Doubles the room of a list that is full.
  Numbers<A, B, std::uint16_t> grown(Cell& cell) {
    const std::size_t size = cell.size;
    const std::uint32_t block = lists_.allocate(list_bytes(2 * size));
    const auto list = (*this)[cell], larger = list_at(lists_[block], 2 * size);
    std::copy_n(list.a, size, larger.a);
    std::copy_n(list.b, size, larger.b);
    std::copy_n(list.transitions, size, larger.transitions);
    lists_.give_back(cell.row, list_bytes(size));
    cell.row = block;
    return larger;
  }

  std::size_t transitions_, padded_, longest_list_;
  FeatureTable table_;
  Blocks lists_, rows_;
};

}  // namespace dodona
