// Beam search over the distributions of a locally normalised model.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "search/local_model.h"

namespace dodona {

/// Keeps the most probable sequences of transitions of each length. Those that are done stay among them.
class LocalBeam {
 public:
  LocalBeam(const Parser& parser, float temperature, std::size_t size) : setup_(parser.setup()), model_(parser, temperature), size_(size) {}

  /// Calls visit(configuration, probability) for every parse that is in the beam at the end. Probabilities are
  /// told as shares of the most probable one's, which may be too small for a number.
  template <class Visit>
  void parse(WordValues words, Node length, Visit visit) {
    model_.start(words, length);
    beam_.resize(1);
    setup_.system.start(beam_[0].c, length);
    beam_[0].score = 0;
    while (step()) {
    }
    double best = std::numeric_limits<double>::lowest();
    for (const Hypothesis& each : beam_) best = std::max(best, each.score);
    for (Hypothesis& each : beam_) {
      setup_.system.finish(each.c, setup_.root_label);
      visit(each.c, std::exp(each.score - best));
    }
  }

 private:
  struct Hypothesis {
    Configuration c;
    double score;  // the logarithm of its probability
  };
  struct Candidate {
    double score;
    std::uint32_t from;
    TransitionId id;  // kDone: none, it is done
  };
  static constexpr TransitionId kDone = std::numeric_limits<TransitionId>::max();

  // One transition more for all that are not done; whether there were any.
  bool step() {
    candidates_.clear();
    bool more = false;
    for (std::uint32_t i = 0; i < beam_.size(); ++i) {
      const Hypothesis& each = beam_[i];
      if (setup_.system.finished(each.c)) {
        candidates_.push_back({each.score, i, kDone});
        continue;
      }
      more = true;
      model_.look_at(each.c);
      for (const TransitionRange range : model_.legal())
        for (TransitionId id = range.begin; id < range.end; ++id)
          if (model_.probability(id) > 0) candidates_.push_back({each.score + std::log(static_cast<double>(model_.probability(id))), i, id});
    }
    if (!more) return false;
    const std::size_t kept = std::min(size_, candidates_.size());
    // Ties are broken by the order in which candidates came, so that the result is always the same.
    std::partial_sort(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(kept), candidates_.end(),
                      [](const Candidate& a, const Candidate& b) { return a.score != b.score ? a.score > b.score : a.from != b.from ? a.from < b.from : a.id < b.id; });
    next_.resize(kept);
    for (std::size_t i = 0; i < kept; ++i) {
      const Candidate candidate = candidates_[i];
      next_[i].c = beam_[candidate.from].c;
      next_[i].score = candidate.score;
      if (candidate.id == kDone) continue;
      const Transition made = setup_.transitions[candidate.id];
      setup_.system.apply(next_[i].c, made.move, made.label);
    }
    beam_.swap(next_);
    return true;
  }

  const ParserSetup& setup_;
  LocalModel model_;
  std::size_t size_;
  std::vector<Hypothesis> beam_, next_;
  std::vector<Candidate> candidates_;
};

}  // namespace dodona
