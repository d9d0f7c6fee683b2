// Greedy search with a move first, then a label.
#pragma once

#include "search/two_step_scorer.h"

namespace dodona {

/// Parses a sentence: `best(system, configuration)` of the scorer gives the transition to make.
template <class System, class Scorer>
void parse_in_two_steps(const System& system, Label root_label, Configuration& c, Scorer& scorer) {
  while (!system.finished(c)) {
    const Transition best = scorer.best(system, c);
    system.apply(c, best.move, best.label);
  }
  system.finish(c, root_label);
}

}  // namespace dodona
