// Trains lemmatisers.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <string_view>

#include "tagging/lemmatiser.h"

namespace dodona {

/// Words with their lemmas, counted in any amount of text.
class LemmaCounts {
 public:
  using Word = std::array<std::string_view, 3>;  ///< form, UPOS and FEATS
  using Words = std::map<Word, std::map<std::string_view, std::size_t>>;

  void add(const Treebank& treebank);
  /// Sorted by text, so that the numbers of strings do not matter; views into this object.
  const Words& words() const { return words_; }

 private:
  std::unique_ptr<StringPool> strings_ = std::make_unique<StringPool>();
  Words words_;
};

/// Trains an averaged perceptron to choose among the edit scripts that at least two different words need. Each word is
/// one example, however often it occurs. The words that the perceptron gets wrong become exceptions. Throws
/// std::invalid_argument if the treebank has no lemmas. Words of `further` are examples too, if they occur often enough
/// there and not in the treebank.
Lemmatiser train_lemmatiser(const Treebank& treebank, int epochs = 6, std::uint64_t seed = 1, float prune = 0,
                            const LemmaCounts* further = nullptr);

}  // namespace dodona
