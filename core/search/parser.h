// A trained parser: sentences in, trees out.
#pragma once

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "learners/hashed_model.h"
#include "learners/linear_model.h"
#include "learners/two_step_model.h"
#include "base/parallel.h"
#include "search/habits.h"
#include "search/part_features.h"
#include "search/beam_options.h"
#include "search/setup.h"

namespace dodona {

/// The trees of some sentences, word by word.
struct Trees {
  explicit Trees(std::size_t words = 0) : heads(words), labels(words) {}
  std::vector<std::int32_t> heads;
  std::vector<Label> labels;

  /// Takes the tree of a configuration that is done; its first word is word number `first`.
  template <class C>
  void take(const C& c, std::size_t first) {
    for (Node word = 1; word <= c.words(); ++word) {
      heads[first + static_cast<std::size_t>(word) - 1] = c.head(word);
      labels[first + static_cast<std::size_t>(word) - 1] = c.label(word);
    }
  }
};

/// What is needed to parse; once it is made it never changes, and any number of threads may use it.
class Parser {
 public:
  /// The weights: with a table of features, with a hash kernel, or of base learners.
  using Model = std::variant<LinearModel, HashedModel, TwoStepModel>;

  Parser(std::shared_ptr<const ParserSetup> setup, Model model);

  const ParserSetup& setup() const { return *setup_; }
  const Model& model() const { return model_; }
  /// What greedy search does without asking the model.
  const Habits& habits() const { return habits_; }
  /// Takes habits on, which belongs to making it. Throws std::invalid_argument if they are not those of such a parser.
  void take_on(std::span<const Habits::Habit> habits);
  /// How many scores a configuration has, with those that fill up vectors.
  std::size_t columns() const {
    return std::visit([](const auto& model) { return model.columns(); }, model_);
  }
  /// Scores divided by this are the learner's own.
  double scale() const {
    return std::visit([](const auto& model) { return model.scale(); }, model_);
  }

  /// The trees of all sentences of a treebank. The result does not depend on the number of threads.
  Trees trees(const Treebank& treebank, std::size_t threads, const Interrupt& interrupt = {}, BeamOptions search = {}) const;

  /// The treebank with those trees instead of its own. Columns that would contradict them (enhanced
  /// dependencies, CoNLL-X's PHEAD and PDEPREL) are emptied.
  Treebank parse(const Treebank& treebank, std::size_t threads, const Interrupt& interrupt = {}, BeamOptions search = {}) const;
  Treebank with_trees(const Treebank& treebank, Trees trees) const;

 private:
  template <class>
  friend class ModelScorer;

  std::shared_ptr<const ParserSetup> setup_;
  Model model_;
  Habits habits_;
  // For speed: a table for templates with few answers, and extraction in parts.
  DirectTemplates direct_;
  HugeVector<std::uint32_t> table_;  // read all over
  PartExtractors parts_;
};

}  // namespace dodona
