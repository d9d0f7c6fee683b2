// The probabilities of all sequences of transitions of a sentence, by enumeration.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "confidence/distribution.h"

namespace dodona {

/// The log-probability of the most probable sequence of every tree (heads and labels), by enumeration.
using BestOfTrees = std::map<std::pair<std::vector<Node>, std::vector<Label>>, double>;
inline void follow_all(const ParserSpec& spec, Distribution& model, const Configuration& c, double logarithm,
                       double swap_bonus, BestOfTrees& best) {
  if (spec.system.finished(c)) {
    Configuration done = c;
    spec.system.finish(done, spec.root_label);
    std::vector<Node> heads;
    std::vector<Label> labels;
    for (Node word = 1; word <= done.words(); ++word) {
      heads.push_back(done.head(word));
      labels.push_back(done.label(word));
    }
    const auto [at, is_new] = best.try_emplace({heads, labels}, logarithm);
    at->second = std::max(at->second, logarithm);
    return;
  }
  model.compute(c);
  std::vector<std::pair<TransitionId, double>> next;
  for (const TransitionRange range : model.legal())
    for (TransitionId id = range.begin; id < range.end; ++id)
      next.emplace_back(id, std::log(static_cast<double>(model.probability(id))));
  for (const auto& [id, of_transition] : next) {
    Configuration after = c;
    spec.system.apply(after, spec.transitions[id].move, spec.transitions[id].label);
    follow_all(spec, model, after,
               logarithm + of_transition + (spec.transitions[id].move == Move::swap ? swap_bonus : 0), swap_bonus,
               best);
  }
}

}  // namespace dodona
