// Beam search over the distributions of a locally normalised model.
#pragma once

#include <cmath>

#include "search/beam.h"
#include "search/beam_scorer.h"
#include "search/parser.h"

namespace dodona {

/// Keeps the most probable derivations. Several may lead to the same tree, whose probability is their sum, so none are merged.
class LocalBeam {
 public:
  LocalBeam(const Parser& parser, const MakeScorer& make_scorer, float temperature, std::size_t size)
      : spec_(parser.spec()), source_(spec_, parser.model(), make_scorer, {size, temperature}), beam_(spec_.transitions, size, false) {}

  /// Calls visit(configuration, probability) for every derivation that is in the beam at the end. Probabilities are relative to that
  /// of the most probable one, since they may be too small for a floating-point number.
  template <class Visit>
  void parse(std::size_t sentence, Node length, Visit visit) {
    source_.start(sentence);
    beam_.start(spec_.system, length);
    while (beam_.step(spec_.system, source_)) {
    }
    const double best = beam_.hypotheses().front().score;
    for (auto& each : beam_.hypotheses()) {
      spec_.system.finish(each.c, spec_.root_label);
      visit(each.c, std::exp((each.score - best) / source_.unit()));
    }
  }

 private:
  const ParserSpec& spec_;
  BeamScorer source_;
  Beam beam_;
};

}  // namespace dodona
