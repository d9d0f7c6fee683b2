#include "search/most_probable.h"

#include <memory>

#include "search/beam.h"
#include "search/beam_scorer.h"
#include "search/best_first.h"

namespace dodona {
namespace {

// The scores of a beam, counted.
class CountingScorer : public BeamScorer {
 public:
  using BeamScorer::BeamScorer;

  const float* score(const SharedConfiguration& c) {
    ++scored;
    return BeamScorer::score(c);
  }

  std::int64_t scored = 0;
};

class BestFirstParser {
 public:
  BestFirstParser(const Parser& parser, const MakeScorer& make_scorer, std::size_t most, SearchOptions search)
      : spec_(parser.spec()), model_(parser.model()), scorer_(make_scorer()),
        source_(spec_, parser.model(), *scorer_, search), beam_(spec_.transitions, search.beam),
        best_first_(spec_.transitions, most) {}

  void parse(const Treebank& treebank, std::size_t sentence, MostProbable& found) {
    const auto length = static_cast<Node>(treebank.length(sentence));
    scorer_->start(sentence);
    source_.scored = 0;
    spec_.system.visit([&](const auto& system) {
      beam_.search(system, source_, length);
      const Beam::Hypothesis& best = beam_.hypotheses().front();
      const auto outcome = best_first_.search(system, source_, length, best.score);
      const bool is_better = outcome == BestFirst::Outcome::found;
      SharedConfiguration& c = is_better ? best_first_.configuration() : beam_.hypotheses().front().c;
      found.scores[sentence] = (is_better ? best_first_.score() : best.score) / source_.unit();
      found.proven[sentence] = outcome != BestFirst::Outcome::unknown;
      found.scored[sentence] = source_.scored;
      system.finish(c, spec_.root_label);
      found.trees.take(c, treebank.word_begin[sentence], model_);
    });
  }

 private:
  const ParserSpec& spec_;
  const Model& model_;
  std::unique_ptr<Scorer> scorer_;
  CountingScorer source_;
  Beam beam_;
  BestFirst best_first_;
};

}  // namespace

MostProbable most_probable(const Parser& parser, const Treebank& treebank, std::size_t most, SearchOptions search,
                           std::size_t threads, const Interrupt& interrupt) {
  search.swap_bonus = 0;
  const MakeScorer make_scorer = parser.model().scorers(treebank);
  const std::size_t sentences = treebank.sentences();
  MostProbable found{Trees(treebank.words()), std::vector<double>(sentences), std::vector<std::uint8_t>(sentences),
                     std::vector<std::int64_t>(sentences)};
  const auto worker = [&] {
    return [&, best_first = BestFirstParser(parser, make_scorer, most, search)](std::size_t i) mutable {
      best_first.parse(treebank, i, found);
    };
  };
  parallel_for(sentences, threads, worker, interrupt);
  return found;
}

}  // namespace dodona
