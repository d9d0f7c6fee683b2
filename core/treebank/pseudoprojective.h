// Pseudo-projective parsing (Nivre and Nilsson 2005): lift crossing arcs, remember where they came
// from in the labels, and put them back after parsing.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "treebank/treebank.h"

namespace dodona {

/// What the labels remember of a lifted arc `d` whose head bore the label `h`.
enum class Encoding {
  baseline,  ///< nothing
  head,      ///< the lifted arc becomes d↑h
  path,      ///< the lifted arc becomes d↑, and the arcs it was lifted over p↓
  head_path  ///< the lifted arc becomes d↑h, and the arcs it was lifted over p↓
};

/// Lifts the shortest non-projective arc (the leftmost of several) to the head of its head until
/// every tree is projective. No label may have an arrow already: see find_marked. `between` is called
/// before each sentence, and may throw to stop; so below.
Treebank projectivise(const Treebank& treebank, Encoding encoding, const std::function<void()>& between = [] {});

/// The first word whose label has an arrow, counted through all sentences.
std::optional<std::size_t> find_marked(const Treebank& treebank);

/// The first word whose label has marks that the encoding never makes.
std::optional<std::size_t> find_misfit(const Treebank& treebank, Encoding encoding);

/// Puts lifted arcs back: each word with a mark, from the top of the tree down, is moved to the word
/// that a breadth-first search from its head finds first, and all marks are taken off.
Treebank deprojectivise(const Treebank& treebank, Encoding encoding, const std::function<void()>& between = [] {});

}  // namespace dodona
