#include "training/learning_to_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "training/order.h"
#include "transitions/legal.h"

namespace dodona {
namespace {

// The loss of a wrong head.
constexpr float kHead = 2;
// The number of first epochs that are left out of the average: the early weights of a network are far from the final
// ones.
constexpr int kForgotten = 2;

bool all_same(const std::vector<float>& costs) {
  return std::ranges::adjacent_find(costs, std::ranges::not_equal_to()) == costs.end();
}

// The legal move with the least cost; the first among ties.
Move cheapest(const float* costs, MoveSet legal) {
  Move best = Move::shift;
  float least = std::numeric_limits<float>::max();
  for (const Move move : kAllMoves)
    if (legal.has(move) && costs[index_of(move)] < least) {
      least = costs[index_of(move)];
      best = move;
    }
  return best;
}

}  // namespace

LearningToSearchTrainer::LearningToSearchTrainer(TrainingData data, const RollOptions& options,
                                                 std::unique_ptr<MoveThenLabelLearner> learner)
    : Trainer(std::move(data), std::move(learner)), options_(options),
      learner_(static_cast<MoveThenLabelLearner&>(this->learner())) {}

EpochReport LearningToSearchTrainer::epoch(int number, const Interrupt& interrupt) {
  if (data_.first == 0) start_epoch(number);
  return learn_in_order(order_of_epoch(options_.seed, number, data_.size(), data_.first), interrupt,
                        [&](std::size_t sentence, EpochReport& report) { learn(number, sentence, report); });
}

void LearningToSearchTrainer::start_epoch(int number) {
  if (number == kForgotten + 1) learner_.restart_averages();
}

void LearningToSearchTrainer::learn(int epoch, std::size_t index, EpochReport& report) {
  data_.spec->system.visit([&](const auto& system) { learn_with(system, epoch, index, report); });
}

template <class System>
void LearningToSearchTrainer::learn_with(const System& system, int epoch, std::size_t index, EpochReport& report) {
  Random random(seed_of(options_.seed, epoch, data_.first + index));
  learner_.start(index, random.next());
  const Gold& gold = data_.golds[index];
  const double mixing = std::pow(1 - options_.mixture_alpha, static_cast<double>(learner_.updates()));
  reference_in_ = random.uniform() < mixing;
  reference_out_ = random.uniform() < mixing;

  // If steps are sampled, a first pass through the sentence finds which there are.
  std::vector<Transition> way;
  std::vector<char> chosen;  // for each transition: its move and its label
  if (options_.max_deviations > 0) {
    system.start(c_, gold.words());
    std::vector<std::uint32_t> places;
    while (!system.finished(c_)) {
      const Step made = step(system, index, c_, false, false, random);
      places.push_back(static_cast<std::uint32_t>(2 * way.size()));
      if (builds_arc(made.taken.move)) places.push_back(static_cast<std::uint32_t>(2 * way.size() + 1));
      way.push_back(made.taken);
      system.apply(c_, made.taken.move, made.taken.label);
    }
    random.shuffle(places);
    chosen.resize(2 * way.size());
    for (std::size_t i = 0; i < std::min(places.size(), options_.max_deviations); ++i) chosen[places[i]] = true;
  }

  system.start(c_, gold.words());
  for (std::size_t i = 0; !system.finished(c_); ++i) {
    Step made;
    if (chosen.empty()) {
      made = step(system, index, c_, true, true, random);
    } else {
      made = {way[i], true};
      if (chosen[2 * i]) made.was_right = step(system, index, c_, true, false, random).was_right;
      if (chosen[2 * i + 1]) label_step(system, index, c_, way[i].move, true, made.was_right, random);
    }
    ++report.decisions;
    report.updates += !made.was_right;
    report.swaps += made.taken.move == Move::swap;
    system.apply(c_, made.taken.move, made.taken.label);
  }
  system.finish(c_, data_.spec->root_label);
  report.cost += static_cast<double>(loss(gold, c_));
}

bool LearningToSearchTrainer::follows_reference(Random& random) {
  if (options_.roll_in != RollIn::mixture) return options_.roll_in == RollIn::reference;
  return options_.per_step
             ? random.uniform() < std::pow(1 - options_.mixture_alpha, static_cast<double>(learner_.updates()))
             : reference_in_;
}

bool LearningToSearchTrainer::rolls_out_reference(Random& random) {
  return options_.per_step
             ? random.uniform() < std::pow(1 - options_.mixture_alpha, static_cast<double>(learner_.updates()))
             : reference_out_;
}

Costs LearningToSearchTrainer::move_costs(std::size_t index, const Configuration& c, RollOut how, Random& random) {
  const TransitionSystem& system = data_.spec->system;
  const MoveSet legal = system.legal(c);
  Costs costs = data_.oracles[index]->costs(c);
  float least = least_cost(costs, legal);
  for (float& cost : costs) cost = kHead * (cost - least);
  if (how == RollOut::reference) return costs;
  if (how == RollOut::none) {
    for (float& cost : costs) cost = cost > 0 ? 1.0f : 0.0f;
    return costs;
  }
  // The loss of the reference policy from here on, to be compared with that of the learnt policy.
  const float settled = how == RollOut::mixture ? roll_out(index, c, true) : 0;
  least = std::numeric_limits<float>::max();
  for (const Move move : kAllMoves) {
    if (!legal.has(move)) continue;
    float& cost = costs[index_of(move)];
    if (how == RollOut::mixture && rolls_out_reference(random)) {
      cost += settled;
    } else {
      Configuration after = c;
      system.apply(after, move, builds_arc(move) ? predicted_label(c, move) : kNoLabel);
      cost = roll_out(index, after, false);
    }
    least = std::min(least, cost);
  }
  for (float& cost : costs) cost -= least;
  return costs;
}

template <class System>
LearningToSearchTrainer::Step LearningToSearchTrainer::step(const System& system, std::size_t index,
                                                            const Configuration& c, bool learn_move, bool learn_label,
                                                            Random& random) {
  const MoveSet legal = system.legal(c);
  const bool with_reference = follows_reference(random);
  allowed_.clear();
  for (const Move move : kAllMoves)
    if (legal.has(move)) allowed_.push_back(static_cast<Action>(index_of(move)));

  const Costs exact = move_costs(index, c, RollOut::none, random);
  std::array<float, kMoveCount> predicted{};
  if (allowed_.size() > 1)
    std::copy_n(learner_.predict_to_learn(MoveThenLabelModel::moves, c), kMoveCount, predicted.begin());
  Action best = allowed_.front(), right = allowed_.front();
  bool any = false;
  for (const Action action : allowed_) {
    if (predicted[action] < predicted[best]) best = action;
    if (exact[action] == 0 && (!any || predicted[action] < predicted[right])) {
      right = action;
      any = true;
    }
  }
  if (learn_move && allowed_.size() > 1) {
    const bool rolls = options_.roll_out == RollOut::learned || options_.roll_out == RollOut::mixture;
    const std::vector<Action> allowed = allowed_;
    const Costs costs = options_.roll_out == RollOut::none ? exact : move_costs(index, c, options_.roll_out, random);
    costs_.clear();
    for (const Action action : allowed) costs_.push_back(costs[action]);
    if (!all_same(costs_)) {
      if (rolls)
        learner_.predict_to_learn(MoveThenLabelModel::moves, c);  // again: roll-outs have made other predictions
      learner_.learn(MoveThenLabelModel::moves, allowed, costs_.data());
    }
  }
  Step made{{static_cast<Move>(with_reference ? right : best), kNoLabel}, exact[best] == 0};
  if (builds_arc(made.taken.move))
    made.taken.label = label_step(system, index, c, made.taken.move, learn_label, made.was_right, random);
  return made;
}

template <class System>
void LearningToSearchTrainer::label_costs(const System& system, std::size_t index, const Configuration& c, Move move,
                                          TransitionRange range, Random& random) {
  const Gold& gold = data_.golds[index];
  const Arc arc = system.arc(c, move);
  const float label_cost = kHead * options_.label_cost;
  std::vector<float> costs;
  const bool is_gold = gold.head(arc.dependent) == arc.head;
  const bool rolls =
      options_.roll_out == RollOut::learned || (options_.roll_out == RollOut::mixture && !rolls_out_reference(random));
  for (TransitionId id = range.begin; id < range.end; ++id) {
    const Label label = data_.spec->transitions[id].label;
    if (rolls) {
      Configuration after = c;
      system.apply(after, move, label);
      costs.push_back(roll_out(index, after, false));
    } else {
      costs.push_back(is_gold && !gold.allows(arc.dependent, label) ? label_cost : 0.0f);
    }
  }
  const float least = *std::ranges::min_element(costs);
  // These costs are never compared with those of moves. On the same scale, labels are learnt as fast.
  for (float& cost : costs) cost = (cost - least) / options_.label_cost;
  costs_ = std::move(costs);
}

template <class System>
Label LearningToSearchTrainer::label_step(const System& system, std::size_t index, const Configuration& c, Move move,
                                          bool learns, bool& was_right, Random& random) {
  const Gold& gold = data_.golds[index];
  const TransitionRange range = labelled(system, data_.spec->transitions, c, move);
  const Arc arc = system.arc(c, move);
  const Label right = gold.label(arc.dependent);
  const auto label_of = [&](TransitionId id) { return data_.spec->transitions[id].label; };
  Label best = label_of(range.begin);
  bool is_allowed = best == right;
  if (range.end - range.begin > 1) {
    const auto labels = MoveThenLabelModel::labels_of(move);
    const float* const predicted = learner_.predict_to_learn(labels, c);
    std::vector<Action> allowed;
    for (TransitionId id = range.begin; id < range.end; ++id) {
      const Label label = label_of(id);
      allowed.push_back(static_cast<Action>(label));
      is_allowed |= label == right;
      if (predicted[label] < predicted[best]) best = label;
    }
    if (learns) {
      label_costs(system, index, c, move, range, random);
      if (!all_same(costs_)) {
        const bool rolls = options_.roll_out == RollOut::learned || options_.roll_out == RollOut::mixture;
        if (rolls) learner_.predict_to_learn(labels, c);
        learner_.learn(labels, allowed, costs_.data());
      }
    }
  }
  if (gold.head(arc.dependent) == arc.head && !gold.allows(arc.dependent, best)) was_right = false;
  return is_allowed && follows_reference(random) ? right : best;
}

Label LearningToSearchTrainer::predicted_label(const Configuration& c, Move move) {
  const TransitionRange range = labelled(data_.spec->system, data_.spec->transitions, c, move);
  const auto label_of = [&](TransitionId id) { return data_.spec->transitions[id].label; };
  Label best = label_of(range.begin);
  if (range.end - range.begin == 1) return best;
  const float* const costs = learner_.predict(MoveThenLabelModel::labels_of(move), c);
  for (TransitionId id = range.begin; id < range.end; ++id)
    if (costs[label_of(id)] < costs[best]) best = label_of(id);
  return best;
}

template <class System>
Transition LearningToSearchTrainer::predicted(const System& system, const Configuration& c) {
  const MoveSet legal = system.legal(c);
  const float* const costs = learner_.predict(MoveThenLabelModel::moves, c);
  const Move best = cheapest(costs, legal);
  return {best, builds_arc(best) ? predicted_label(c, best) : kNoLabel};
}

template <class System>
Transition LearningToSearchTrainer::reference(const System& system, std::size_t index, const Configuration& c) {
  const MoveSet legal = system.legal(c);
  const Costs costs = data_.oracles[index]->costs(c);
  const Move best = cheapest(costs.data(), legal);
  if (!builds_arc(best)) return {best, kNoLabel};
  const TransitionRange range = labelled(system, data_.spec->transitions, c, best);
  const Label right = data_.golds[index].label(system.arc(c, best).dependent);
  for (TransitionId id = range.begin; id < range.end; ++id)
    if (data_.spec->transitions[id].label == right) return {best, right};
  return data_.spec->transitions[range.begin];
}

template <class System>
float LearningToSearchTrainer::roll_out_with(const System& system, std::size_t index, Configuration& c,
                                             bool by_reference) {
  while (!system.finished(c)) {
    const Transition next = by_reference ? reference(system, index, c) : predicted(system, c);
    system.apply(c, next.move, next.label);
  }
  system.finish(c, data_.spec->root_label);
  return loss(data_.golds[index], c);
}

float LearningToSearchTrainer::roll_out(std::size_t index, const Configuration& c, bool by_reference) {
  ahead_ = c;
  return data_.spec->system.visit(
      [&](const auto& system) { return roll_out_with(system, index, ahead_, by_reference); });
}

float LearningToSearchTrainer::loss(const Gold& gold, const Configuration& c) const {
  float sum = 0;
  for (Node word = 1; word <= gold.words(); ++word) {
    if (gold.head(word) == kNone) continue;
    if (c.head(word) != gold.head(word))
      sum += kHead;
    else if (!gold.allows(word, c.label(word)))
      sum += kHead * options_.label_cost;
  }
  return sum;
}

}  // namespace dodona
