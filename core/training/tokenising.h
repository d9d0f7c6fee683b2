// Learns tokenisers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "learners/averaged_perceptron.h"
#include "base/parallel.h"
#include "tokenising/tokeniser.h"
#include "treebank/treebank.h"

namespace dodona {

/// The text of some sentences, as it was before it was cut: tokens with a space after them unless `SpaceAfter=No`, and an empty line before
/// every sentence that begins a paragraph or a document. What follows the last sentence is up to the next.
std::string text_of(const Treebank& treebank, std::size_t from, std::size_t to);

/// Learns where tokens and sentences end, by an averaged perceptron; and which tokens are several words, and which.
Tokeniser train_tokeniser(const Treebank& treebank, int epochs = 10, std::uint64_t seed = 1, float prune = 0, const Interrupt& interrupt = {});

}  // namespace dodona
