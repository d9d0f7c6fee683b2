// Beam search over the distributions of a locally normalised model.
#pragma once

#include <cmath>
#include <vector>

#include "search/beam.h"
#include "search/local_model.h"

namespace dodona {

/// Keeps the most probable sequences of transitions of each length. Those that lead to the same tree all count: its probability is
/// the sum of theirs.
class LocalBeam {
 public:
  LocalBeam(const Parser& parser, float temperature, std::size_t size)
      : setup_(parser.setup()), source_(parser, temperature), beam_(setup_.transitions, size, false) {}

  /// Calls visit(configuration, probability) for every parse that is in the beam at the end. Probabilities are
  /// told as shares of the most probable one's, which may be too small for a number.
  template <class Visit>
  void parse(WordValues words, Node length, Visit visit) {
    source_.model.start(words, length);
    beam_.start(setup_.system, length);
    while (beam_.step(setup_.system, source_)) {
    }
    const double best = beam_.hypotheses().front().score;
    for (auto& each : beam_.hypotheses()) {
      setup_.system.finish(each.c, setup_.root_label);
      visit(each.c, std::exp(each.score - best));
    }
  }

 private:
  // Logarithms of probabilities. What is impossible is no choice.
  struct Source {
    Source(const Parser& parser, float temperature) : model(parser, temperature), logarithms(parser.setup().transitions.size()) {}

    const double* operator()(const SharedConfiguration& c) {
      model.look_at(c);
      for_possible([&](TransitionId id) { logarithms[id] = std::log(static_cast<double>(model.probability(id))); });
      return logarithms.data();
    }
    template <class Visit>
    void for_choices(const SharedConfiguration&, Visit visit) const {
      for_possible([&](TransitionId id) { visit(TransitionRange{id, id + 1}); });
    }
    template <class Visit>
    void for_possible(Visit visit) const {
      for (const TransitionRange range : model.legal())
        for (TransitionId id = range.begin; id < range.end; ++id)
          if (model.probability(id) > 0) visit(id);
    }

    LocalModel model;
    std::vector<double> logarithms;
  };

  const ParserSetup& setup_;
  Source source_;
  Beam<double> beam_;
};

}  // namespace dodona
