// Clusters of words, learnt from the words beside them.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "treebank/treebank.h"

namespace dodona {

/// Exchange clustering (Martin, Liermann and Ney 1998): each word in turn moves to the cluster in which clusters tell
/// most about the words before and after theirs, until hardly a word moves. Nothing is random.
class Clustering {
 public:
  /// Reads the forms of some sentences, in lower case.
  void add(const Treebank& treebank);

  /// Words with their clusters, the most frequent first: at most so many, of those that occur `least` times.
  std::vector<std::pair<std::string, std::uint16_t>> clusters(std::size_t count, std::size_t most_words,
                                                              std::size_t least, const Interrupt& interrupt = {}) const;

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;  // of words
  std::vector<std::uint64_t> counts_{0};                    // by number; 0 stands between sentences
  std::vector<std::uint32_t> text_{0};
};

}  // namespace dodona
