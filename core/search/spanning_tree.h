// Maximum spanning trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/interrupt.h"

namespace dodona {

/// Finds maximum spanning trees by the algorithm of Chu, Liu and Edmonds, in the form of Tarjan (1977) for dense
/// graphs: O(n²) for n words. Keeps its memory from sentence to sentence.
class SpanningTree {
 public:
  /// Writes the heads of the tree with the largest sum of scores; with `single_root`, of the trees with one word under
  /// the root. `scores[w * (n + 1) + h]` is for head h, 0 for the root, of the word w, counted from 0; all are finite,
  /// and those of words as their own heads are ignored. Of equal scores, the head with the lowest number wins.
  void operator()(std::span<const float> scores, bool single_root, std::span<std::int32_t> heads);

 private:
  // A word, or a cycle of words and cycles that has been contracted.
  struct Node {
    std::int32_t parent = -1;         // the cycle that it is part of
    std::int32_t row = 0;             // where its scores are
    std::int32_t head = 0, word = 0;  // the best arc into it from outside
    bool reached = false, replaced = false;
  };

  std::int32_t outermost(std::int32_t word);
  void choose_arc(std::int32_t node, bool single_root);
  std::int32_t contract(std::size_t begin);

  std::size_t words_ = 0;
  std::vector<double> scores_;         // of each row, the score of the best arc from each head
  std::vector<std::int32_t> entries_;  // and the word that this arc leads to
  std::vector<Node> nodes_;            // the words, then cycles
  std::vector<std::int32_t> tops_;     // shortcuts from words and cycles to the cycles around them
  std::vector<std::int32_t> path_;     // each node has the next one as its head
};

/// The trees of many sentences, of which `begin` says where each starts among the words, and where the last one ends;
/// their scores follow each other. Throws std::invalid_argument if sizes do not match or a score is not finite.
std::vector<std::int32_t> spanning_trees(std::span<const float> scores, std::span<const std::int64_t> begin,
                                         bool single_root, std::size_t threads, const Interrupt& interrupt = {});

}  // namespace dodona
