#include "training/online.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "search/greedy.h"
#include "transitions/legal.h"

namespace dodona {
namespace {

std::uint64_t mixed(std::uint64_t seed, std::uint64_t epoch, std::uint64_t index) {
  return Random(Random(Random(seed).next() ^ epoch).next() ^ index).next();
}

}  // namespace

std::vector<std::uint32_t> OnlineTrainer::order(int epoch, std::size_t sentences) const {
  std::vector<std::uint32_t> order(sentences);
  std::iota(order.begin(), order.end(), 0u);
  Random(mixed(options_.seed, static_cast<std::uint64_t>(epoch), static_cast<std::uint64_t>(-1))).shuffle(order);
  return order;
}

void OnlineTrainer::learn(int epoch, std::size_t index, WordValues words, const Gold& gold, EpochReport& report) {
  Random random(mixed(options_.seed, static_cast<std::uint64_t>(epoch), index));
  const bool exploring = options_.policy == Policy::explore && epoch > options_.after;
  system_.start(c_, gold.words());
  while (!system_.finished(c_)) {
    const MoveSet legal = system_.legal(c_);
    extractor_.extract(c_, words, features_);
    learner_.score(features_, scores_.data());
    const TransitionId predicted = best_legal(transitions_, c_, legal, scores_.data());  // t_p

    // ZERO_COST. Where the gold tree is not projective every move may cost something: then the cheapest.
    const Costs costs = this->costs(c_, gold);
    float least = std::numeric_limits<float>::max();
    for (const Move move : kAllMoves)
      if (legal.has(move)) least = std::min(least, costs[index_of(move)]);
    zero_cost_.clear();
    bool predicted_is_free = false;
    float predicted_cost = 0;
    TransitionId best = predicted;  // t_o
    float highest = std::numeric_limits<float>::lowest();
    for_legal(transitions_, c_, legal, [&](Move move, TransitionRange range) {
      const bool cheapest = costs[index_of(move)] == least;
      for (TransitionId id = range.begin; id < range.end; ++id) {
        const float label_cost = builds_arc(move) ? cost_of_label(gold, ArcEager::arc(c_, move), transitions_[id].label, options_.label_cost) : 0;
        if (id == predicted) predicted_cost = costs[index_of(move)] + label_cost;
        if (!cheapest || label_cost != 0) continue;
        zero_cost_.push_back(id);
        predicted_is_free |= id == predicted;
        if (scores_[id] > highest) {
          highest = scores_[id];
          best = id;
        }
      }
    });

    ++report.decisions;
    report.cost += predicted_cost;
    if (!predicted_is_free) {
      learner_.update(features_, best, predicted);
      ++report.updates;
    }

    // CHOOSE_NEXT
    TransitionId next = best;
    if (options_.policy != Policy::oracle) {
      if (zero_cost_.empty() || predicted_is_free || (exploring && random.uniform() < options_.explore))
        next = predicted;
      else
        next = zero_cost_[random.below(zero_cost_.size())];
    }
    ArcEager::apply(c_, transitions_[next].move, transitions_[next].label);
  }
  learner_.sentence_done();
}

}  // namespace dodona
