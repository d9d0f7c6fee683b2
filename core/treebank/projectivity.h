// Projectivity, and measures of non-projectivity. All functions take the heads of a tree (see tree.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dodona {

/// Tests dominance in constant time: a node dominates itself and all nodes below it.
class Dominance {
 public:
  explicit Dominance(std::span<const std::int32_t> heads);
  bool operator()(std::int32_t head, std::int32_t word) const {
    const auto h = static_cast<std::size_t>(head), w = static_cast<std::size_t>(word);
    return enter_[h] <= enter_[w] && enter_[w] <= leave_[h];
  }
  /// The nodes, the artificial root first, each before its dependents.
  const std::vector<std::int32_t>& preorder() const { return preorder_; }
  /// The place of each node in `preorder`.
  const std::vector<std::int32_t>& enter() const { return enter_; }

 private:
  std::vector<std::int32_t> preorder_, enter_, leave_;
};

/// Whether no arc spans a word that its head does not dominate.
bool is_projective(std::span<const std::int32_t> heads);

/// The words, counted from 1, with a non-projective arc from their head: it spans a word that the head does not
/// dominate.
std::vector<std::int32_t> nonprojective_words(std::span<const std::int32_t> heads);

/// The largest number of gaps in the yield of a word (Kuhlmann and Nivre 2006).
std::int32_t gap_degree(std::span<const std::int32_t> heads);

/// The largest number, over all arcs, of connected components under the arc that its head does not dominate
/// (Nivre 2006).
std::int32_t edge_degree(std::span<const std::int32_t> heads);

}  // namespace dodona
