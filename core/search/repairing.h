// Greedy search with a model that has constraints: what breaks one is parsed again, with a beam.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "search/beam.h"
#include "search/beam_scorer.h"
#include "search/greedy.h"

namespace dodona {

/// Parses greedily as without constraints. If the tree breaks one, the sentence is parsed again with a small beam that
/// keeps them: greedy search, which cannot go back, would keep the mistake and spoil an arc that follows from it.
class RepairingParser {
 public:
  /// The width of the beam.
  static constexpr std::size_t kWidth = 4;

  RepairingParser(const Parser& parser, Scorer& scorer, float temperature)
      : spec_(parser.spec()), model_(parser.model()), scorer_(scorer),
        source_(spec_, model_, scorer, {kWidth, temperature, kSwapBonus}), beam_(spec_.transitions, kWidth) {}

  /// Parses a sentence, which the scorer has started.
  void parse(Node length) {
    made_.clear();
    spec_.system.start(c_, length);
    spec_.system.visit([&](const auto& system) {
      parse_greedily(system, spec_, c_,
                     [&](const LegalTransitions& legal) { return made_.emplace_back(scorer_.best(c_, legal)); });
      if (model_.allows(c_)) return;
      beam_.search(system, source_, length);
      made_ = beam_.sequence(beam_.hypotheses().front().last);
      spec_.system.start(c_, length);
      auto next = made_.begin();
      parse_greedily(system, spec_, c_, [&](const LegalTransitions&) { return *next++; });
    });
  }
  /// The tree, and the transitions that lead to it.
  const Configuration& configuration() const { return c_; }
  std::span<const TransitionId> made() const { return made_; }

 private:
  const ParserSpec& spec_;
  const Model& model_;
  Scorer& scorer_;
  BeamScorer source_;
  Beam beam_;
  Configuration c_;
  std::vector<TransitionId> made_;
};

}  // namespace dodona
