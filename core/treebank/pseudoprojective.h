// Pseudo-projective parsing (Nivre and Nilsson 2005): lift non-projective arcs before training, encode their heads in
// the labels, and undo the lifting after parsing.
#pragma once

#include <cstddef>
#include <optional>

#include "base/interrupt.h"
#include "treebank/treebank.h"

namespace dodona {

/// How the labels encode a lifted arc with label `d` whose head had the label `h`.
enum class Encoding {
  baseline,  ///< nothing
  head,      ///< the lifted arc becomes d↑h
  path,      ///< the lifted arc becomes d↑, and the arcs it was lifted over p↓
  head_path  ///< the lifted arc becomes d↑h, and the arcs it was lifted over p↓
};

/// Lifts the shortest non-projective arc (the leftmost of several) to the head of its head until every tree is
/// projective. No label may contain an arrow already: see find_marked. `interrupt` is called before each sentence.
Treebank projectivise(const Treebank& treebank, Encoding encoding, const Interrupt& interrupt = [] {});

/// The first word, counted through all sentences, whose label contains an arrow.
std::optional<std::size_t> find_marked(const Treebank& treebank);

/// The first word whose label has marks that the encoding never produces.
std::optional<std::size_t> find_misfit(const Treebank& treebank, Encoding encoding);

/// Undoes the lifting: from the top of the tree down, each marked word is attached to the first word that a
/// breadth-first search from its head finds. All marks are removed. `interrupt` is called before each sentence.
Treebank deprojectivise(const Treebank& treebank, Encoding encoding, const Interrupt& interrupt = [] {});

}  // namespace dodona
