// The order of words in which a tree is projective.
#pragma once

#include <algorithm>
#include <vector>

#include "oracles/bare.h"

namespace dodona {

/// The projective order (Nivre 2009): an in-order traversal of the tree, in which each node comes after what it dominates
/// through its left dependents and before what it dominates through its right ones. Sorted like this, words make the tree
/// projective. The artificial root has no place that matters: it is never swapped.
class ProjectiveOrder {
 public:
  explicit ProjectiveOrder(const Gold& gold);
  /// Of words that stand in another order than in the text: in a configuration, after swaps.
  ProjectiveOrder(const Gold& gold, const Configuration& c);

  /// Another order in which the tree is projective, with fewer words out of place.
  ///
  /// What a node dominates stays together, but where it stands among its neighbours is open. In-order goes by the one word at its top: a
  /// clause whose verb stands behind the next clause has to move there, however long it is. Here neighbours (a node, and what each of its dependents dominates)
  /// change places as long as that leaves fewer pairs of words out of order.
  static ProjectiveOrder nearest(const Gold& gold);
  static ProjectiveOrder nearest(const Gold& gold, const Configuration& c);

  /// The place of a word.
  Node of(Node word) const { return place_[static_cast<std::size_t>(word)]; }

  /// Whether all words are in their places.
  bool is_that_of_the_text() const { return std::ranges::is_sorted(place_.begin() + 1, place_.end()); }

  /// Whether a word in the buffer has to pass this one: it comes after it in the text, and before it in this order.
  bool is_passed(const Configuration& c, Node word) const {
    for (std::size_t i = 0; i < c.buffer_size(); ++i)
      if (const Node other = c.buffer(i); other > word && of(other) < of(word)) return true;
    return false;
  }

  /// CANSW of Björkelund and Nivre (2015) for EAGER: s0 comes before s1 in this order, and they may be swapped at all.
  bool can_swap(const BareConfiguration& c) const {
    const Node s0 = c.stack(0), s1 = c.stack(1);
    return s1 > 0 && s1 < s0 && of(s0) < of(s1);
  }

 private:
  // Of nodes in this order.
  ProjectiveOrder(const std::vector<Node>& nodes, Node words);

  std::vector<Node> place_;
};

}  // namespace dodona
