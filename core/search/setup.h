// All that a parser is, but for its weights.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "features/encoder.h"
#include "features/extractor.h"
#include "features/templates.h"
#include "oracles/gold.h"
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
  /// The number of a label; kNoLabel if there is none such.
  Label find(std::string_view name) const;

 private:
  std::vector<std::string> names_;
};

/// System, features and outputs of a parser: the configuration's side of it.
struct ParserSetup {
  ParserSetup(TransitionSystem system, const std::string& templates, TagChoice tag, std::vector<std::string> labels,
              const TransitionSet::Labels& allowed, Label root_label);

  TransitionSystem system;
  TemplateSet templates;
  Extractor extractor;
  Encoder encoder;
  LabelSet labels;
  TransitionSet::Labels allowed;  ///< which labels arcs may have
  TransitionSet transitions;
  Label root_label;  ///< what leftover words get

  /// Which attribute of words is their tag: `tag` if templates ask for it, else `upos` or `xpos`.
  std::optional<std::size_t> tag_attribute() const;
};

/// The labels of a treebank's trees, most frequent first, as lists that ParserSetup takes: arcs may
/// have the labels that they had in the same direction in the treebank. Where words can be swapped the direction of a
/// move says nothing of that in the text, and arcs may have any of these labels.
struct TreebankLabels {
  TreebankLabels(const Treebank& treebank, const TransitionSystem& system);
  std::vector<std::string> names;
  TransitionSet::Labels allowed;
  Label root_label = kNoLabel;
};

/// Throws std::invalid_argument if there are more transitions than a model can have.
void check_transitions(const ParserSetup& setup);

/// The tree of a sentence, with the parser's numbers for its labels.
Gold gold_of(const ParserSetup& setup, const Treebank& treebank, std::size_t sentence);

}  // namespace dodona
