// A trained parser: sentences in, trees out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "scoring/scorer.h"

namespace dodona {

/// How to search.
struct SearchOptions {
  std::size_t beam = 1;  ///< how many hypotheses are kept; 1 is greedy
  /// For a model that was trained on single decisions: its scores divided by this become log-probabilities of
  /// transitions, by which a beam compares hypotheses. 0 for a model that was trained on whole sequences, whose scores
  /// are added up as they are.
  float temperature = 0;
  /// Added to the log-probability of every SWAP. A SWAP never comes alone: the word that it returns to the buffer must
  /// be shifted again, and since all of that must be probable, trees with crossing arcs would score too low.
  float swap_bonus = 0;
};

/// With this bonus more crossing arcs are found, and no fewer of the others (docs/science/local-beam.md).
inline constexpr float kSwapBonus = 0.5f;

/// The trees of some sentences, word by word.
struct Trees {
  explicit Trees(std::size_t words = 0) : heads(words), labels(words) {}
  std::vector<std::int32_t> heads;
  std::vector<Label> labels;

  /// Copies the tree of a finished configuration, whose first word is word number `first`.
  template <class C>
  void take(const C& c, std::size_t first) {
    for (Node word = 1; word <= c.words(); ++word) {
      heads[first + static_cast<std::size_t>(word) - 1] = c.head(word);
      labels[first + static_cast<std::size_t>(word) - 1] = c.label(word);
    }
  }
  /// The same, mended by the model.
  template <class C>
  void take(const C& c, std::size_t first, const Model& model) {
    take(c, first);
    const auto length = static_cast<std::size_t>(c.words());
    model.mend(std::span(heads).subspan(first, length), std::span(labels).subspan(first, length));
  }
};

/// What a parser can do, and the model that chooses. Any number of threads may use it.
class Parser {
 public:
  Parser(std::shared_ptr<const ParserSpec> spec, std::shared_ptr<Model> model)
      : spec_(std::move(spec)), model_(std::move(model)) {}

  const ParserSpec& spec() const { return *spec_; }
  const Model& model() const { return *model_; }
  Model& model() { return *model_; }
  const std::shared_ptr<const ParserSpec>& shared_spec() const { return spec_; }
  const std::shared_ptr<Model>& shared_model() const { return model_; }

  /// The trees of all sentences of a treebank. The result does not depend on the number of threads.
  Trees trees(const Treebank& treebank, std::size_t threads, const Interrupt& interrupt = {},
              SearchOptions search = {}) const;

  /// The treebank with those trees instead of its own. Columns that would contradict them (enhanced dependencies,
  /// CoNLL-X's PHEAD and PDEPREL) are emptied.
  Treebank parse(const Treebank& treebank, std::size_t threads, const Interrupt& interrupt = {},
                 SearchOptions search = {}) const;
  Treebank with_trees(const Treebank& treebank, Trees trees) const;

 private:
  std::shared_ptr<const ParserSpec> spec_;
  std::shared_ptr<Model> model_;
};

}  // namespace dodona
