// Greedy search (Goldberg 2013, Algorithm 1): always the best legal transition.
#pragma once

#include "base/interrupt.h"
#include "scoring/scorer.h"

namespace dodona {

/// Parses a sentence, from the initial configuration on: `choose(legal)` returns the transition to make in `c`.
template <class System, class Choose>
void parse_greedily(const System& system, const ParserSpec& spec, Configuration& c, Choose choose) {
  while (!system.finished(c)) {
    const Transition made = spec.transitions[choose(LegalTransitions(system, spec.transitions, c))];
    system.apply(c, made.move, made.label);
    if constexpr (may_have<System>(Move::swap)) poll_interrupt_if(made.move == Move::swap);
  }
  system.finish(c, spec.root_label);
}

/// The same with a scorer, which has been started.
inline void parse_greedily(const ParserSpec& spec, Configuration& c, Scorer& scorer) {
  spec.system.visit([&](const auto& system) {
    parse_greedily(system, spec, c, [&](const LegalTransitions& legal) { return scorer.best(c, legal); });
  });
}

}  // namespace dodona
