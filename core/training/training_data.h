// Training data: gold trees and their oracles.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "oracles/gold.h"
#include "oracles/oracle.h"
#include "oracles/references/references.h"
#include "transitions/arc_eager.h"
#include "transitions/parser_spec.h"

namespace dodona {

/// Several references for each sentence, as flat arrays: groups of words, and alternatives for the arcs of each group.
struct ReferenceArrays {
  std::span<const std::int32_t> sentences;      ///< of each group, in order
  std::span<const std::int32_t> sizes;          ///< the number of words of each group
  std::span<const std::int32_t> alternatives;   ///< the number of alternatives of each group
  std::span<const std::int32_t> words;          ///< of all groups
  std::span<const std::int32_t> heads, labels;  ///< of all alternatives, each as long as its group
  std::vector<std::string> names;               ///< of the labels
};

struct TrainingData {
  /// Throws std::invalid_argument if there are too many labels, or if the system has no such oracle.
  TrainingData(const Treebank& treebank, const TransitionSystem& system, OracleChoice oracle, float label_cost);
  /// With a spec that is there already.
  TrainingData(const Treebank& treebank, std::shared_ptr<const ParserSpec> of, OracleChoice oracle, float label_cost);
  /// With several references for each sentence. The first one, the original, counts as the gold tree. Throws
  /// std::invalid_argument if the arrays do not fit each other or the treebank.
  TrainingData(const Treebank& treebank, const ReferenceArrays& arrays, const ArcEager& system);

  TrainingData(TrainingData&&) = default;  // oracles point to trees, which do not move

  /// Replaces the sentences by others, with the same spec; `first` sentences of the epoch came before them. Of a
  /// word with a label that the spec lacks, only the head counts. Throws std::logic_error if there are many references.
  void read(const Treebank& treebank, std::uint64_t first);

  std::size_t size() const { return golds.size(); }

  std::shared_ptr<const ParserSpec> spec;
  std::vector<Gold> golds;
  std::vector<std::unique_ptr<const SentenceOracle>> oracles;  ///< one for each tree
  std::vector<References> references;                          ///< of each sentence; empty without many references
  std::vector<std::size_t> first_group;                        ///< of each sentence, among all groups
  std::uint64_t first = 0;                                     ///< the number of sentences of the epoch before these

 private:
  OracleChoice oracle_{};
  float label_cost_ = 1;
};

}  // namespace dodona
