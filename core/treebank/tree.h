// Checks whether heads form a tree, and walks trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "treebank/fault.h"

namespace dodona {

struct TreeFault {
  Fault kind;
  std::size_t word;  ///< the word to report, counted from 0
  std::string message;
};

/// Whether no word has a head: the sentence is not parsed yet.
bool is_headless(std::span<const std::int32_t> heads);

/// All reasons why `heads` is not a tree; none if no word has a head. Heads of a partial tree need only be inside the
/// sentence.
std::vector<TreeFault> find_tree_faults(std::span<const std::int32_t> heads, bool single_root = false,
                                        bool partial = false);

/// The number of arcs from the artificial root to each word; 0 for words without heads.
std::vector<std::int32_t> depths(std::span<const std::int32_t> heads);

/// The dependents of each node, in order. Node 0 is the artificial root, and words are counted from 1. The dependents
/// of `node` are words[begin[node]] .. words[begin[node + 1]]. Words without heads are no node's dependents.
struct Dependents {
  explicit Dependents(std::span<const std::int32_t> heads);
  std::span<const std::int32_t> of(std::size_t node) const {
    return std::span(words).subspan(begin[node], begin[node + 1] - begin[node]);
  }
  std::vector<std::size_t> begin;
  std::vector<std::int32_t> words;
};

}  // namespace dodona
