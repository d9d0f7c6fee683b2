// Which swaps no derivation of a tree can do without.
#pragma once

#include <cstddef>
#include <vector>

#include "oracles/projective_order.h"

namespace dodona {

/// Pairs of words that every derivation swaps, as far as this can see: a lower bound of the number of swaps, which lets the search for
/// MINIMAL look at the others only.
///
/// A word is gone when it has its head. Some words are always gone before others: dependents before their heads, and what stands
/// between the two ends of an arc, both in the text and in the projective order, before the arc's dependent (words that are in
/// order are never swapped, so that it can do nothing but go). Now let x stand before y in the text and after it in the
/// projective order, and suppose that they are never swapped. Then x has to be gone before y gets an arc to a word that stays on
/// the left of x, and y before x gets an arc to a word that stays on the right of y. If that goes round in a circle,
/// they must be swapped.
class MustSwap {
 public:
  MustSwap(const Gold& gold, Root root, const ProjectiveOrder& order);

  /// Whether x, which stands before y in the text, must be swapped with it.
  bool operator()(Node x, Node y) const { return must_[at(x, y)]; }

  /// How many pairs there are.
  std::size_t count() const { return count_; }

 private:
  std::size_t at(Node one, Node other) const { return static_cast<std::size_t>(one) * nodes_ + static_cast<std::size_t>(other); }

  std::size_t nodes_, count_ = 0;
  std::vector<bool> must_;
};

}  // namespace dodona
