#include "confidence/temperature.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "confidence/distribution.h"
#include "oracles/oracle.h"
#include "scoring/softmax.h"
#include "search/greedy.h"

namespace dodona {
namespace {

// Of one decision: all scores, those of zero-cost transitions, and the best of these.
struct Scored {
  std::vector<float> all, zero_cost;
  TransitionId best_zero_cost;
};

void collect_scores(const ParserSpec& spec, const SentenceOracle& oracle, const Distribution& model,
                    const Configuration& c, const Gold& gold, Scored& out) {
  const Costs costs = oracle.costs(c);
  out.all.clear();
  out.zero_cost.clear();
  float least = std::numeric_limits<float>::max();
  for (const TransitionRange range : model.legal())
    least = std::min(least, costs[index_of(spec.transitions[range.begin].move)]);
  for (const TransitionRange range : model.legal()) {
    const Move move = spec.transitions[range.begin].move;
    for (TransitionId id = range.begin; id < range.end; ++id) {
      out.all.push_back(model.score(id));
      if (costs[index_of(move)] > least) continue;
      if (builds_arc(move) && cost_of_label(gold, spec.system.arc(c, move), spec.transitions[id].label, 1) > 0)
        continue;
      if (out.zero_cost.empty() || model.score(id) > model.score(out.best_zero_cost)) out.best_zero_cost = id;
      out.zero_cost.push_back(model.score(id));
    }
  }
}

double log_sum_exp(const std::vector<float>& scores, float highest, float temperature) {
  double sum = 0;
  for (const float score : scores) sum += static_cast<double>(exp_of_negative((score - highest) / temperature));
  return std::log(std::max(sum, 1e-30));
}

}  // namespace

std::vector<double> losses_at(const Parser& parser, const Treebank& treebank, std::span<const float> temperatures,
                              std::size_t threads, const Interrupt& interrupt) {
  const ParserSpec& spec = parser.spec();
  const MakeScorer make_scorer = parser.model().scorers(treebank);
  const OracleChoice choice = widest_oracle(spec.system);
  // By sentence, so that sums do not depend on the number of threads.
  std::vector<double> sums(treebank.sentences() * temperatures.size());
  std::vector<std::size_t> decisions(treebank.sentences());
  const auto worker = [&] {
    return [&, c = Configuration(), scorer = make_scorer(), scored = Scored()](std::size_t i) mutable {
      Distribution model(parser, *scorer, 1);
      const Gold gold = gold_of(spec, treebank, i);
      const auto oracle = oracle_for(choice, spec.system, gold, 1);
      spec.system.start(c, gold.words());
      scorer->start(i);
      parse_greedily(spec.system, spec, c, [&](const LegalTransitions&) {
        model.compute(c);
        collect_scores(spec, *oracle, model, c, gold, scored);
        if (scored.zero_cost.empty()) return model.best();  // the parser does not know the gold label
        const float highest = *std::ranges::max_element(scored.all);
        ++decisions[i];
        for (std::size_t t = 0; t < temperatures.size(); ++t)
          sums[i * temperatures.size() + t] += log_sum_exp(scored.all, highest, temperatures[t]) -
                                               log_sum_exp(scored.zero_cost, highest, temperatures[t]);
        // Without a dynamic oracle, no mistakes are made: costs after one would be unknown.
        return is_dynamic(choice) ? model.best() : scored.best_zero_cost;
      });
    };
  };
  parallel_for(treebank.sentences(), threads, worker, interrupt);
  std::vector<double> losses(temperatures.size());
  std::size_t all = 0;
  for (std::size_t i = 0; i < treebank.sentences(); ++i) {
    all += decisions[i];
    for (std::size_t t = 0; t < temperatures.size(); ++t) losses[t] += sums[i * temperatures.size() + t];
  }
  for (double& loss : losses) loss /= static_cast<double>(std::max<std::size_t>(all, 1));
  return losses;
}

}  // namespace dodona
