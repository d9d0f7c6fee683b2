// Are these heads a tree?
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
  std::size_t word;  ///< the word to point at, counted from 0
  std::string message;
};

/// Whether no word of the sentence has a head: text that is yet to be parsed.
bool is_headless(std::span<const std::int32_t> heads);

/// Every reason why `heads` is not a tree; heads that are all absent are fine.
std::vector<TreeFault> find_tree_faults(std::span<const std::int32_t> heads, bool single_root = false);

/// Every head that is outside the sentence.
std::vector<TreeFault> find_heads_outside(std::span<const std::int32_t> heads);

/// The number of arcs from the artificial root to each word; 0 for words without heads.
std::vector<std::int32_t> depths(std::span<const std::int32_t> heads);

/// The dependents of each node, in order, the artificial root being node 0: those of `node` are
/// words[begin[node]] .. words[begin[node + 1]], counted from 1. Words without heads are nobody's.
struct Dependents {
  explicit Dependents(std::span<const std::int32_t> heads);
  std::span<const std::int32_t> of(std::size_t node) const {
    return std::span(words).subspan(begin[node], begin[node + 1] - begin[node]);
  }
  std::vector<std::size_t> begin;
  std::vector<std::int32_t> words;
};

}  // namespace dodona
