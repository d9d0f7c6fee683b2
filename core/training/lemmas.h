// Trains lemmatisers.
#pragma once

#include "tagging/lemmatiser.h"

namespace dodona {

/// Trains an averaged perceptron to choose among the edit scripts that at least two different words need. Each word is
/// one example, however often it occurs. The words that the perceptron gets wrong become exceptions. Throws
/// std::invalid_argument if the treebank has no lemmas.
Lemmatiser train_lemmatiser(const Treebank& treebank, int epochs = 6, std::uint64_t seed = 1, float prune = 0);

}  // namespace dodona
