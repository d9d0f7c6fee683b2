// Learns lemmatisers.
#pragma once

#include "tagging/lemmatiser.h"

namespace dodona {

/// Learns from the lemmas of a treebank: the scripts of at least two different words by an averaged perceptron over words (not over
/// occurrences), and what it gets wrong then by heart. Throws std::invalid_argument if there are no lemmas.
Lemmatiser train_lemmatiser(const Treebank& treebank, int epochs = 6, std::uint64_t seed = 1, float prune = 0);

}  // namespace dodona
