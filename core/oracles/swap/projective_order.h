// The projective order of a tree's words, and its maximal projective components.
#pragma once

#include <algorithm>
#include <vector>

#include "oracles/derivation.h"

namespace dodona {

/// The projective order <G (Nivre 2009): an in-order traversal of the tree, in which each node comes after the words
/// that it dominates through its left dependents and before those that it dominates through its right dependents. A
/// tree is projective if its words are sorted by it. Two words are *inverted* if the text and the projective order
/// disagree about them. The artificial root is never swapped, and its position does not matter.
class ProjectiveOrder {
 public:
  explicit ProjectiveOrder(const Gold& gold);
  /// The same for the words in the order of stack and buffer, which differs from the text after swaps.
  ProjectiveOrder(const Gold& gold, const Configuration& c);

  /// Another order in which the tree is projective, with fewer inversions.
  ///
  /// The words that a node dominates stay together, but the order of these groups is free. The in-order traversal sorts
  /// them by their topmost words: a clause whose verb stands behind the next clause has to move there, however long it
  /// is. Here neighbouring groups (a node, and the words that each of its dependents dominates) are exchanged as long
  /// as that reduces the number of inversions.
  static ProjectiveOrder nearest(const Gold& gold);
  static ProjectiveOrder nearest(const Gold& gold, const Configuration& c);

  /// The position of a word.
  Node of(Node word) const { return position_[static_cast<std::size_t>(word)]; }

  /// Whether it is the order of the text: there are no inversions.
  bool is_text_order() const { return std::ranges::is_sorted(position_.begin() + 1, position_.end()); }

  /// Whether one word, which stands before the other in the text, comes after it in this order.
  bool are_inverted(Node one, Node other) const { return one < other && of(other) < of(one); }

  /// Whether a word of the buffer has to be swapped with this word, which then returns to the buffer.
  bool will_be_swapped(const Configuration& c, Node word) const {
    return std::ranges::any_of(c.swapped(), [&](Node other) { return are_inverted(word, other); }) ||
           first_of_[static_cast<std::size_t>(std::max(word + 1, c.next()))] < of(word);
  }

  /// CANSW of Björkelund and Nivre (2015) for EAGER: s0 <G s1, and SWAP is legal.
  bool can_swap(const Configuration& c) const {
    const Node s0 = c.stack(0), s1 = c.stack(1);
    return s1 > 0 && are_inverted(s1, s0);
  }

 private:
  // Of nodes in this order.
  ProjectiveOrder(const std::vector<Node>& nodes, Node words);

  std::vector<Node> position_;
  std::vector<Node> first_of_;  // the first position of a word, or of a later one; past the last word none
};

/// For each node the topmost node of its maximal projective component (Nivre, Kuhlmann and Hall 2009): the components
/// are the subtrees that Algorithm 1 without SWAP has built when it can go no further.
std::vector<Node> maximal_projective_components(const Gold& gold, Root root);

}  // namespace dodona
