// Trains tokenisers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/interrupt.h"
#include "tokenising/tokeniser.h"
#include "treebank/treebank.h"

namespace dodona {

/// The raw text of a treebank: tokens, each followed by a space unless it has `SpaceAfter=No`, with an empty line
/// before each sentence that begins a paragraph or a document.
std::string text_of(const Treebank& treebank);

/// Trains averaged perceptrons to find the ends of tokens and sentences, and to split multiword tokens. `abbreviations`,
/// with their full stops, end no sentence.
Tokeniser train_tokeniser(const Treebank& treebank, int epochs = 10, std::uint64_t seed = 1, float prune = 0,
                          const std::vector<std::string>& abbreviations = {}, const Interrupt& interrupt = {});

}  // namespace dodona
