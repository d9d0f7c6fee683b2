// What a parser can do: its transition system, its labels and its transitions. How it chooses among them is its model's
// business.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "transitions/system.h"
#include "transitions/transitions.h"
#include "treebank/treebank.h"

namespace dodona {

/// The labels of a parser, by number.
class LabelSet {
 public:
  explicit LabelSet(std::vector<std::string> names = {}) : names_(std::move(names)) {}
  std::size_t size() const { return names_.size(); }
  const std::string& operator[](Label label) const { return names_[static_cast<std::size_t>(label)]; }
  const std::vector<std::string>& names() const { return names_; }
  /// The number of a label, or kNoLabel.
  Label find(std::string_view name) const;

 private:
  std::vector<std::string> names_;
};

struct ParserSpec {
  /// Throws std::invalid_argument if there are more transitions than a model can number.
  ParserSpec(TransitionSystem system, std::vector<std::string> labels, const TransitionSet::Labels& allowed,
             Label root_label);

  TransitionSystem system;
  LabelSet labels;
  TransitionSet::Labels allowed;  ///< the labels that each kind of arc may have
  TransitionSet transitions;
  Label root_label;  ///< the label of words that no transition attached
};

/// The labels of a treebank, most frequent first. An arc may have the labels that arcs of its direction have in the
/// treebank. With SWAP, the direction of an arc in the stack need not be its direction in the text, so every arc may
/// have any label.
struct TreebankLabels {
  TreebankLabels(const Treebank& treebank, const TransitionSystem& system);
  std::vector<std::string> names;
  TransitionSet::Labels allowed;
  Label root_label = kNoLabel;
};

}  // namespace dodona
