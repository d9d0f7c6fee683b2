#include "confidence/decisions.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

#include "confidence/distribution.h"
#include "oracles/oracle.h"
#include "search/greedy.h"

namespace dodona {
namespace {

struct Decided {
  std::uint16_t transition;
  float probability, cost;
};

// The cost of a transition above that of the cheapest legal one.
float cost_above_least(const ParserSpec& spec, const SentenceOracle& oracle, const Configuration& c,
                       const LegalTransitions& legal, const Gold& gold, TransitionId made) {
  const Costs costs = oracle.costs(c);
  float least = std::numeric_limits<float>::max(), own = 0;
  for_legal(spec.system, spec.transitions, c, legal.moves, [&](Move move, TransitionRange range) {
    for (TransitionId id = range.begin; id < range.end; ++id) {
      const float label_cost =
          builds_arc(move) ? cost_of_label(gold, spec.system.arc(c, move), spec.transitions[id].label, 1) : 0;
      const float cost = costs[index_of(move)] + label_cost;
      least = std::min(least, cost);
      if (id == made) own = cost;
    }
  });
  return own - least;
}

}  // namespace

Decisions decisions(const Parser& parser, const Treebank& treebank, bool costs, std::size_t threads,
                    const Interrupt& interrupt) {
  const ParserSpec& spec = parser.spec();
  const OracleChoice choice = widest_oracle(spec.system);
  if (costs && !is_dynamic(choice))
    throw std::invalid_argument("no oracle of this transition system costs a move after a mistake");
  const MakeScorer make_scorer = parser.model().scorers(treebank);
  std::vector<std::vector<Decided>> decided(treebank.sentences());
  Decisions all;
  all.made_by.assign(treebank.words(), -1);
  all.trees = Trees(treebank.words());
  const auto worker = [&] {
    return [&, c = Configuration(), scorer = make_scorer()](std::size_t i) mutable {
      const std::size_t first = treebank.word_begin[i];
      const std::optional<Gold> gold = costs ? std::optional(gold_of(spec, treebank, i)) : std::nullopt;
      const PreparedOracle oracle = gold ? oracle_for(choice, spec.system, *gold, 1) : nullptr;
      Distribution model(parser, *scorer, 1);
      spec.system.start(c, static_cast<Node>(treebank.length(i)));
      scorer->start(i);
      parse_greedily(spec.system, spec, c, [&](const LegalTransitions& legal) {
        model.compute(c);
        const TransitionId id = model.best();
        if (const Move move = spec.transitions[id].move; builds_arc(move)) {
          const auto word = static_cast<std::size_t>(spec.system.arc(c, move).dependent);
          all.made_by[first + word - 1] = static_cast<std::int32_t>(decided[i].size());
        }
        decided[i].push_back({static_cast<std::uint16_t>(id), model.probability(id),
                              gold ? cost_above_least(spec, *oracle, c, legal, *gold, id) : 0});
        return id;
      });
      all.trees.take(c, first);
    };
  };
  parallel_for(treebank.sentences(), threads, worker, interrupt);

  all.begin.push_back(0);
  for (const std::vector<Decided>& sentence : decided) {
    for (const Decided& each : sentence) {
      all.transitions.push_back(each.transition);
      all.probabilities.push_back(each.probability);
      if (costs) all.costs.push_back(each.cost);
    }
    all.begin.push_back(static_cast<std::int64_t>(all.transitions.size()));
  }
  return all;
}

}  // namespace dodona
