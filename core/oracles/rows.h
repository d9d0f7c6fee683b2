// The words that are still there, in a row.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "oracles/projective_order.h"

namespace dodona {

/// Nodes that have not gone yet, from left to right. A word has gone when it has its head.
using Row = std::u32string;

/// How words go, one after the other, whatever stacks and buffers do in between.
///
/// One that waits for no dependent can go once it stands beside its head. If others stand between the two, they have to be swapped out of the way: what comes
/// before both in the projective order to the left, what comes after both to the right. (What belongs between them must go first.) So the order in which words go says
/// what is swapped; more swaps than these only put more in the way. Words that can go without a swap go at once: one that has gone is never swapped.
///
/// Rows may be about a part of the words. One whose head is not kept goes when it waits for nothing: whatever derives the whole tree
/// derives the part as well, by those of its swaps that are between words of the part.
class Rows {
 public:
  Rows(const Gold& gold, Root root, const ProjectiveOrder& order);

  /// All nodes, as in the text.
  const Row& all() const { return all_; }

  /// From now on it is about these nodes only.
  void keep(std::vector<bool> kept) { kept_ = std::move(kept); }

  /// What is left of a row of all words.
  Row part(const Row& row) {
    Row kept;
    std::ranges::copy_if(row, std::back_inserter(kept), [&](char32_t node) { return kept_[node]; });
    let_go(kept, [](Node, Node, Move) {});
    return kept;
  }

  /// The words of a row that wait for no dependent, and have their heads in it.
  std::vector<Node> ready(const Row& row) {
    count_dependents(row);
    std::vector<Node> words;
    for (const char32_t node : row)
      if (node != 0 && waits_for_[node] == 0 && kept_[head(node)]) words.push_back(static_cast<Node>(node));
    return words;
  }

  /// Lets a word go, and then all that can without a swap; `on_step(left, right, move)` is told what happens to neighbours. Whether it can: nothing
  /// happens if something has to go before it.
  template <class OnStep>
  bool let_go(Row& row, Node word, OnStep on_step) {
    const auto [first, last] = std::minmax({row.find(static_cast<char32_t>(word)), row.find(head(static_cast<char32_t>(word)))});
    const Node from = place(row[first]), to = place(row[last]);
    // On which side of the two a word must be: 0 and 3 are outside.
    const auto side = [&](char32_t node) { return place(node) < from ? 0 : place(node) == from ? 1 : place(node) <= to ? 2 : 3; };
    for (std::size_t i = first + 1; i < last; ++i)
      if (const int on = side(row[i]); on == 1 || on == 2) return false;
    for (std::size_t i = first + 1; i <= last; ++i)
      for (std::size_t j = i; j > first && side(row[j]) < side(row[j - 1]); --j) {
        on_step(static_cast<Node>(row[j - 1]), static_cast<Node>(row[j]), Move::swap);
        std::swap(row[j - 1], row[j]);
      }
    let_go(row, on_step);
    return true;
  }

  /// Lets all words go that can without a swap.
  template <class OnStep>
  void let_go(Row& row, OnStep on_step) {
    count_dependents(row);
    std::size_t stay = 0;  // how many do, at the beginning of the row
    for (const char32_t next : row) {
      row[stay++] = next;
      while (stay > 0) {
        if (goes_by_itself(row[stay - 1])) --stay;
        if (stay < 2) break;
        char32_t &left = row[stay - 2], right = row[stay - 1];
        const bool is_left_arc = can_attach(left, right);
        if (!is_left_arc && !can_attach(right, left)) break;
        on_step(static_cast<Node>(left), static_cast<Node>(right), is_left_arc ? Move::left_arc : Move::right_arc);
        --waits_for_[is_left_arc ? right : left];
        if (is_left_arc) left = right;
        --stay;
      }
    }
    row.resize(stay);
  }

 private:
  Node place(char32_t node) const { return place_[node]; }
  char32_t head(char32_t word) const { return static_cast<char32_t>(gold_.head(static_cast<Node>(word))); }
  bool can_attach(char32_t word, char32_t to) const { return word != 0 && head(word) == to && waits_for_[word] == 0; }
  bool goes_by_itself(char32_t node) const { return node != 0 && waits_for_[node] == 0 && !kept_[head(node)]; }

  void count_dependents(const Row& row) {
    for (const char32_t node : row) waits_for_[node] = 0;
    for (const char32_t node : row)
      if (node != 0) ++waits_for_[head(node)];
  }

  const Gold& gold_;
  Row all_;
  std::vector<bool> kept_;
  std::vector<Node> place_, waits_for_;
};

}  // namespace dodona
