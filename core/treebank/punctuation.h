// Non-projective punctuation: reattach it before training, and restore it after parsing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/interrupt.h"
#include "treebank/treebank.h"

namespace dodona {

/// For every word, whether it is punctuation: its tag is `PUNCT` or `.`.
std::vector<std::uint8_t> punctuation_of(const Treebank& treebank);

/// Reattaches punctuation that crosses other arcs, so that only arcs between other words still cross. The new head is
/// the one nearest to the old head in the tree (of two, the nearest in the text). A word is moved only if it has no
/// dependents and its head is not the root; other words are never moved, and projective trees stay unchanged.
///
/// `is_punctuation` has a flag for every word of the treebank. With `mark`, labels encode the label of the old head
/// (punct⇢root) where `put_punctuation_back` can find it by that. `interrupt` is called before each sentence.
Treebank move_punctuation(
    const Treebank& treebank, std::span<const std::uint8_t> is_punctuation, bool mark,
    const Interrupt& interrupt = [] {});

/// The first word, counted through all sentences, whose label has a mark of `move_punctuation`.
std::optional<std::size_t> find_moved(const Treebank& treebank);

/// Attaches each marked word to the first word above its head that has the label in the mark, or else to the first that
/// a breadth-first search below its head finds. If there is none, or it is in the subtree of the marked word (a parser
/// may mark words with dependents), the word stays where it is, so the result is a tree. All marks are removed.
/// `interrupt` is called before each sentence.
Treebank put_punctuation_back(const Treebank& treebank, const Interrupt& interrupt = [] {});

}  // namespace dodona
