// The gold tree of a sentence.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "transitions/configuration.h"
#include "transitions/parser_spec.h"
#include "treebank/tree.h"

namespace dodona {

/// A gold tree, with its labels and the dependents of each node.
///
/// It may be a partial tree: a word whose head is kNone is unconstrained. The dynamic oracles without SWAP treat such a
/// word as one that has lost its head, wherever it is attached: their costs count the other words.
class Gold {
 public:
  /// `heads` and `labels` have one entry per word; unattached words get `root_label` at the end.
  Gold(std::span<const std::int32_t> heads, std::span<const Label> labels, Label root_label);

  Node words() const { return static_cast<Node>(heads_.size()); }
  Node head(Node word) const { return heads_[static_cast<std::size_t>(word) - 1]; }
  Label label(Node word) const { return labels_[static_cast<std::size_t>(word) - 1]; }
  /// Whether a label is right for a word that has its gold head.
  bool allows(Node word, Label given) const { return label(word) == given || label(word) == kAnyLabel; }
  std::span<const std::int32_t> dependents(Node node) const { return dependents_.of(static_cast<std::size_t>(node)); }

  /// The dependent of the root, if it has just one; kNone otherwise.
  Node single_root() const;
  /// Whether a dependent of the root must have another label than `root_label`.
  bool has_other_root_labels() const { return other_root_labels_; }
  Label root_label() const { return root_label_; }

 private:
  std::vector<std::int32_t> heads_;
  std::vector<Label> labels_;
  Dependents dependents_;
  Label root_label_;
  bool other_root_labels_ = false;
};

/// The tree of a sentence, with a parser's numbers for its labels.
Gold gold_of(const ParserSpec& spec, const Treebank& treebank, std::size_t sentence);

/// Whether a word has all its gold dependents.
inline bool has_all_dependents(const Configuration& c, const Gold& gold, Node word) {
  return std::ranges::all_of(gold.dependents(word), [&](Node dependent) { return c.has_head(dependent); });
}

}  // namespace dodona
