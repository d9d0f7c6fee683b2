#include "confidence/decisions.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>

#include "base/interrupt.h"
#include "confidence/distribution.h"
#include "oracles/oracle.h"
#include "transitions/legal.h"

namespace dodona {
namespace {

struct Decided {
  std::uint16_t transition;
  float probability, cost;
};

// The cost of a transition above that of the cheapest legal one.
float cost_above_least(const ParserSpec& spec, const SentenceOracle& oracle, const Configuration& c, MoveSet legal,
                       const Gold& gold, TransitionId made) {
  const Costs costs = oracle.costs(c);
  float least = std::numeric_limits<float>::max(), own = 0;
  for_legal(spec.system, spec.transitions, c, legal, [&](Move move, TransitionRange range) {
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

// Parses one sentence after another.
class RecordingParser {
 public:
  RecordingParser(const Parser& parser, const MakeScorer& make_scorer)
      : spec_(parser.spec()), scorer_(make_scorer()), model_(parser, *scorer_, 1) {}

  // `gold` may be null. Afterwards `c` holds the tree.
  void parse(Configuration& c, std::size_t sentence, const Gold* gold, std::vector<Decided>& decided,
             std::int32_t* made_by) {
    scorer_->start(sentence);
    const auto oracle = gold == nullptr ? nullptr : oracle_for(widest_oracle(spec_.system), spec_.system, *gold, 1);
    while (!spec_.system.finished(c)) {
      model_.compute(c);
      const TransitionId id = model_.best();
      const float cost = gold == nullptr ? 0 : cost_above_least(spec_, *oracle, c, spec_.system.legal(c), *gold, id);
      const Transition made = spec_.transitions[id];
      if (builds_arc(made.move))
        made_by[spec_.system.arc(c, made.move).dependent - 1] = static_cast<std::int32_t>(decided.size());
      decided.push_back({static_cast<std::uint16_t>(id), model_.probability(id), cost});
      spec_.system.apply(c, made.move, made.label);
      poll_interrupt_if(made.move == Move::swap);
    }
    spec_.system.finish(c, spec_.root_label);
  }

 private:
  const ParserSpec& spec_;
  std::unique_ptr<Scorer> scorer_;
  Distribution model_;
};

}  // namespace

Decisions decisions(const Parser& parser, const Treebank& treebank, bool costs, std::size_t threads,
                    const Interrupt& interrupt) {
  const ParserSpec& spec = parser.spec();
  if (costs && !is_dynamic(widest_oracle(spec.system)))
    throw std::invalid_argument("no oracle of this transition system costs a move after a mistake");
  const MakeScorer make_scorer = parser.model().scorers(treebank);
  std::vector<std::vector<Decided>> decided(treebank.sentences());
  Decisions all;
  all.made_by.assign(treebank.words(), -1);
  all.trees = Trees(treebank.words());
  const auto worker = [&] {
    return [&, c = Configuration(), recording = RecordingParser(parser, make_scorer)](std::size_t i) mutable {
      const std::size_t first = treebank.word_begin[i];
      spec.system.start(c, static_cast<Node>(treebank.length(i)));
      const std::optional<Gold> gold = costs ? std::optional(gold_of(spec, treebank, i)) : std::nullopt;
      recording.parse(c, i, gold ? &*gold : nullptr, decided[i], all.made_by.data() + first);
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
