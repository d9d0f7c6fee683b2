// Beam search over the distributions of a locally normalised model.
#pragma once

#include <cmath>

#include "search/beam.h"
#include "search/model_source.h"

namespace dodona {

/// Keeps the most probable sequences of transitions of each length. Those that lead to the same tree all count: its probability is
/// the sum of theirs.
class LocalBeam {
 public:
  LocalBeam(const Parser& parser, float temperature, std::size_t size)
      : setup_(parser.setup()), source_(parser, {size, temperature}), beam_(setup_.transitions, size, false) {}

  /// Calls visit(configuration, probability) for every parse that is in the beam at the end. Probabilities are
  /// told as shares of the most probable one's, which may be too small for a number.
  template <class Visit>
  void parse(WordValues words, Node length, Visit visit) {
    source_.start(words, length);
    beam_.start(setup_.system, length);
    while (beam_.step(setup_.system, source_)) {
    }
    const double best = beam_.hypotheses().front().score;
    for (auto& each : beam_.hypotheses()) {
      setup_.system.finish(each.c, setup_.root_label);
      visit(each.c, std::exp((each.score - best) / source_.unit()));
    }
  }

 private:
  const ParserSetup& setup_;
  ModelSource source_;
  Beam<double, std::int16_t> beam_;
};

}  // namespace dodona
