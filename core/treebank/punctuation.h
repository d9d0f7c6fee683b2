// Punctuation that crosses other arcs: move it out of the way before training, and put it back after parsing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "treebank/treebank.h"

namespace dodona {

/// For every word whether it is punctuation: its tag is PUNCT or a full stop.
std::vector<std::uint8_t> punctuation_of(const Treebank& treebank);

/// Gives punctuation that crosses other arcs another head, so that of all arcs only those between other words are left to cross. The new head
/// is the one that is nearest to the old one in the tree (the nearest in the text if there are two). A word is moved only if it has no
/// dependents and does not hang from the root; other words never are, and projective trees stay as they are.
///
/// `is_punctuation` has a flag for every word of the treebank. With `mark` the labels remember the label of the old head (punct⇢root)
/// where `put_punctuation_back` will find it again by that. `between` is called before each sentence, and may throw to stop.
Treebank move_punctuation(const Treebank& treebank, std::span<const std::uint8_t> is_punctuation, bool mark,
                          const std::function<void()>& between = [] {});

/// The first word whose label has a mark of `move_punctuation`, counted through all sentences.
std::optional<std::size_t> find_moved(const Treebank& treebank);

/// Moves each word with a mark to the first word above its head that bears the label in the mark, or else to the first one that a breadth-first
/// search below its head finds; if there is none, or if it hangs below the marked word, that stays. All marks are taken off, and trees stay trees: a parser may mark words that have
/// dependents.
Treebank put_punctuation_back(const Treebank& treebank, const std::function<void()>& between = [] {});

}  // namespace dodona
