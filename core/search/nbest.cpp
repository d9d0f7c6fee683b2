#include "search/nbest.h"

#include <algorithm>
#include <memory>

#include "search/beam.h"
#include "search/beam_scorer.h"

namespace dodona {
namespace {

// The trees of one sentence.
struct Found {
  std::vector<double> scores;
  Trees trees;
};

bool have_same_tree(const SharedConfiguration& a, const SharedConfiguration& b) {
  for (Node word = 1; word <= a.words(); ++word)
    if (a.head(word) != b.head(word) || a.label(word) != b.label(word)) return false;
  return true;
}

class BeamParser {
 public:
  BeamParser(const Parser& parser, const MakeScorer& make_scorer, SearchOptions search)
      : spec_(parser.spec()), model_(parser.model()), scorer_(make_scorer()),
        source_(spec_, parser.model(), *scorer_, search), beam_(spec_.transitions, search.beam) {}

  Found parse(std::size_t sentence, Node length, std::size_t n) {
    scorer_->start(sentence);
    spec_.system.visit([&](const auto& system) {
      beam_.search(system, source_, length);
      for (auto& each : beam_.hypotheses()) system.finish(each.c, spec_.root_label);
    });
    // Hypotheses that differ in the stack alone have the same tree.
    best_.clear();
    for (const auto& each : beam_.hypotheses()) {
      if (best_.size() == n) break;
      if (std::ranges::none_of(best_, [&](const auto* other) { return have_same_tree(each.c, other->c); }))
        best_.push_back(&each);
    }
    Found found{{}, Trees(best_.size() * static_cast<std::size_t>(length))};
    for (std::size_t i = 0; i < best_.size(); ++i) {
      found.scores.push_back(best_[i]->score / source_.unit());
      found.trees.take(best_[i]->c, i * static_cast<std::size_t>(length), model_);
    }
    return found;
  }

 private:
  const ParserSpec& spec_;
  const Model& model_;
  std::unique_ptr<Scorer> scorer_;
  BeamScorer source_;
  Beam beam_;
  std::vector<const Beam::Hypothesis*> best_;
};

}  // namespace

NBest nbest(const Parser& parser, const Treebank& treebank, std::size_t n, SearchOptions search, std::size_t threads,
            const Interrupt& interrupt) {
  const MakeScorer make_scorer = parser.model().scorers(treebank);
  std::vector<Found> found(treebank.sentences());
  const auto worker = [&] {
    return [&, beam_parser = BeamParser(parser, make_scorer, search)](std::size_t i) mutable {
      found[i] = beam_parser.parse(i, static_cast<Node>(treebank.length(i)), std::max<std::size_t>(n, 1));
    };
  };
  parallel_for(treebank.sentences(), threads, worker, interrupt);
  NBest all;
  for (const Found& each : found) {
    all.counts.push_back(static_cast<std::int64_t>(each.scores.size()));
    all.scores.insert(all.scores.end(), each.scores.begin(), each.scores.end());
    all.trees.heads.insert(all.trees.heads.end(), each.trees.heads.begin(), each.trees.heads.end());
    all.trees.labels.insert(all.trees.labels.end(), each.trees.labels.begin(), each.trees.labels.end());
  }
  return all;
}

Treebank with_nbest(const Parser& parser, const Treebank& treebank, NBest& found) {
  Treebank repeated = treebank.without_sentences();
  for (std::size_t i = 0; i < treebank.sentences(); ++i)
    for (std::int64_t times = 0; times < found.counts[i]; ++times) repeated.append(treebank, i);
  return parser.with_trees(repeated, std::move(found.trees));
}

}  // namespace dodona
