// A treebank whose sentences have many references each.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "features/encoder.h"
#include "oracles/references/references.h"
#include "search/setup.h"
#include "transitions/arc_eager.h"

namespace dodona {

/// Alternatives of all sentences as flat arrays: those of one group after those of another.
struct ReferenceArrays {
  std::span<const std::int32_t> sentences;     ///< of each group; they do not go down
  std::span<const std::int32_t> sizes;         ///< the number of words of each group
  std::span<const std::int32_t> alternatives;  ///< the number of alternatives of each group
  std::span<const std::int32_t> words;         ///< of all groups
  std::span<const std::int32_t> heads, labels; ///< of all alternatives, each as long as its group has words
  std::vector<std::string> names;              ///< of the labels
};

/// A treebank whose sentences have many references each, ready for training.
struct ManyReferences {
  /// Throws std::invalid_argument if the arrays do not fit together or the treebank.
  ManyReferences(const Treebank& treebank, const ReferenceArrays& arrays, const std::string& templates, TagChoice tag, const ArcEager& system);

  std::size_t size() const { return references.size(); }
  WordValues words(std::size_t sentence) const { return {sentences[sentence].data(), sentences.attributes}; }

  std::shared_ptr<const ParserSetup> setup;
  EncodedSentences sentences;
  std::vector<References> references;
  std::vector<std::size_t> first_group;  ///< of each sentence, among all groups
};

}  // namespace dodona
