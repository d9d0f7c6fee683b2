// What a trainer goes through: sentences, trees and oracles.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oracles/oracle.h"
#include "search/setup.h"
#include "training/references_data.h"

namespace dodona {

/// All that training needs of a treebank, and the setup of the parser that comes of it.
struct TrainingData {
  /// Throws std::invalid_argument if there are too many labels, or if the system has no such oracle.
  TrainingData(const Treebank& treebank, const std::string& templates, TagChoice tag, const TransitionSystem& system, OracleChoice oracle, float label_cost);

  /// With many references for each sentence; the original, which is the first of them, counts as the gold tree.
  TrainingData(ManyReferences many, const ArcEager& system);

  TrainingData(TrainingData&&) = default;  // oracles look at trees where they are, and there they stay

  std::size_t size() const { return golds.size(); }
  WordValues words(std::size_t sentence) const { return {sentences[sentence].data(), sentences.attributes}; }

  std::shared_ptr<const ParserSetup> setup;
  EncodedSentences sentences;
  std::vector<Gold> golds;
  std::vector<std::unique_ptr<const SentenceOracle>> oracles;  ///< one for each tree
  std::vector<References> references;                          ///< if there are many, those of each sentence
  std::vector<std::size_t> first_group;                        ///< of each sentence, among all groups of them
};

}  // namespace dodona
