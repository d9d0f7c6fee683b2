// Trains tokenisers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "learners/averaged_perceptron.h"
#include "tokenising/tokeniser.h"
#include "treebank/treebank.h"

namespace dodona {

/// The raw text of some sentences: tokens, each followed by a space unless it has `SpaceAfter=No`, with an empty line
/// before each sentence that begins a paragraph or a document.
std::string text_of(const Treebank& treebank, std::size_t from, std::size_t to);

/// Trains averaged perceptrons to find the ends of tokens and sentences, and to split multiword tokens.
Tokeniser train_tokeniser(const Treebank& treebank, int epochs = 10, std::uint64_t seed = 1, float prune = 0,
                          const Interrupt& interrupt = {});

}  // namespace dodona
