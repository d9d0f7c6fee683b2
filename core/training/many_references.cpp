#include "training/many_references.h"

#include <algorithm>
#include <limits>

#include "search/greedy.h"
#include "transitions/legal.h"

namespace dodona {

template <class Learner>
void ManyReferencesTrainer<Learner>::learn(int epoch, std::size_t index, EpochReport& report) {
  const ParserSetup& setup = *data_.setup;
  const References& references = data_.references[index];
  Random random(seed_of(options_.seed, epoch, index));
  const bool may_leave = options_.policy == Policy::explore && epoch > options_.after;
  living_.start(references);
  system_.start(c_, references.words());
  while (!system_.finished(c_)) {
    const MoveSet legal = system_.legal(c_);
    setup.extractor.extract(c_, data_.words(index), features_);
    learner_.score(features_, scores_.data());
    const TransitionId predicted = best_legal(system_, setup.transitions, c_, legal, scores_.data());

    // CORRECT. Where no move is, which exploration may lead to, the cheapest.
    const Costs costs = living_.costs(c_, legal);
    float least = std::numeric_limits<float>::max();
    for (const Move move : kAllMoves)
      if (legal.has(move)) least = std::min(least, costs[index_of(move)]);
    legal_.clear();
    correct_.clear();
    bool is_right = false;
    float predicted_cost = 0;
    TransitionId best = predicted;
    float highest = std::numeric_limits<float>::lowest();
    for_legal(system_, setup.transitions, c_, legal, [&](Move move, TransitionRange range) {
      legal_.push_back(range);
      const bool cheapest = costs[index_of(move)] == least;
      for (TransitionId id = range.begin; id < range.end; ++id) {
        if (!cheapest && id != predicted) continue;
        const float label_cost = living_.cost_of_label(c_, move, setup.transitions[id].label, options_.label_cost);
        if (id == predicted) predicted_cost = costs[index_of(move)] + label_cost;
        if (!cheapest || label_cost != 0) continue;
        correct_.push_back(id);
        is_right |= id == predicted;
        if (scores_[id] > highest) {
          highest = scores_[id];
          best = id;
        }
      }
    });

    ++report.decisions;
    report.cost += predicted_cost;
    report.updates += is_right ? 0u : 1u;
    learner_.learn(features_, Decision{scores_.data(), legal_, correct_, predicted, best, is_right});
    const TransitionId next = is_right || (may_leave && random.uniform() < options_.explore) ? predicted : best;
    const Transition followed = setup.transitions[next];
    living_.follow(c_, followed.move, followed.label);
    system_.apply(c_, followed.move, followed.label);
  }
  learner_.sentence_done();
  for (std::size_t group = 0; group < references.groups().size(); ++group)
    survivors_[data_.first_group[index] + group] = static_cast<std::int32_t>(living_.survivor(group));
}

template class ManyReferencesTrainer<AveragedPerceptron>;
template class ManyReferencesTrainer<AdaGradRda>;

}  // namespace dodona
