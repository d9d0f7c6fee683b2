#include "search/parser.h"

#include <memory>

#include "search/greedy.h"
#include "search/nbest.h"
#include "search/repairing.h"
#include "treebank/enhanced.h"

namespace dodona {

Trees Parser::trees(const Treebank& treebank, std::size_t threads, const Interrupt& interrupt,
                    SearchOptions search) const {
  if (search.beam > 1) return nbest(*this, treebank, 1, search, threads, interrupt).trees;
  const MakeScorer make_scorer = model_->scorers(treebank);
  Trees trees(treebank.words());
  if (model_->is_constrained()) {
    const auto worker = [&] {
      auto scorer = make_scorer();
      auto repairing = std::make_unique<RepairingParser>(*this, *scorer, search.temperature);
      return [&, scorer = std::move(scorer), repairing = std::move(repairing)](std::size_t i) {
        scorer->start(i);
        repairing->parse(static_cast<Node>(treebank.length(i)));
        trees.take(repairing->configuration(), treebank.word_begin[i], *model_);
      };
    };
    parallel_for(treebank.sentences(), threads, worker, interrupt);
    return trees;
  }
  // Each sentence has its own place in the result, whichever thread parses it.
  const auto worker = [&] {
    return [&, c = Configuration(), scorer = make_scorer()](std::size_t i) mutable {
      spec_->system.start(c, static_cast<Node>(treebank.length(i)));
      scorer->start(i);
      parse_greedily(*spec_, c, *scorer);
      trees.take(c, treebank.word_begin[i]);
    };
  };
  parallel_for(treebank.sentences(), threads, worker, interrupt);
  return trees;
}

Treebank Parser::parse(const Treebank& treebank, std::size_t threads, const Interrupt& interrupt,
                       SearchOptions search) const {
  return with_trees(treebank, trees(treebank, threads, interrupt, search));
}

Treebank Parser::with_trees(const Treebank& treebank, Trees trees) const {
  Treebank parsed = treebank;
  parsed.heads = std::move(trees.heads);
  std::vector<StringId> names;
  for (const std::string& name : spec_->labels.names()) names.push_back(parsed.strings->intern(name));
  for (std::size_t word = 0; word < parsed.words(); ++word)
    parsed[Text::label][word] = names[static_cast<std::size_t>(trees.labels[word])];
  remove_enhanced(parsed);  // it would contradict the trees
  if (parsed.format == Format::conllx) parsed[Text::misc].assign(parsed.words(), kUnspecified);  // PDEPREL
  return parsed;
}

}  // namespace dodona
