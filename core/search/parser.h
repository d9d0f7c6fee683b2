// A trained parser: sentences in, trees out.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "scoring/scorer.h"
#include "search/search_options.h"

namespace dodona {

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
};

/// What a parser can do, and the model that chooses. Any number of threads may use it.
class Parser {
 public:
  Parser(std::shared_ptr<const ParserSpec> spec, std::shared_ptr<Model> model)
      : spec_(std::move(spec)), model_(std::move(model)) {}

  const ParserSpec& spec() const { return *spec_; }
  const Model& model() const { return *model_; }
  Model& model() { return *model_; }

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
