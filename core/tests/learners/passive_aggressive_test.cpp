// Compares passive-aggressive learning with its formulas.
#include "learners/passive_aggressive.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "random_features.h"
#include "test.h"
#include "views.h"

using namespace dodona;

namespace {

constexpr std::size_t kTransitions = 45, kTemplates = 6;
const CostSensitive kAll[] = {CostSensitive::no, CostSensitive::max_loss, CostSensitive::prediction};

// A configuration: its features, its legal transitions and their costs.
struct Example {
  FeatureList features;
  std::vector<TransitionRange> legal;
  std::vector<float> costs;

  // Two ranges of legal transitions. The last feature identifies the correct ones, so that there is something to learn.
  explicit Example(std::mt19937& random)
      : features(random_features(kTemplates, 60, random)),
        legal{{0, 3}, {5, static_cast<TransitionId>(20 + random() % 25)}}, costs(kTransitions, 99) {
    const float some[] = {0.25f, 1, 1, 1, 1.25f, 2, 3};
    for (const TransitionRange range : legal)
      for (TransitionId id = range.begin; id < range.end; ++id) costs[id] = some[random() % 7];
    costs[features.size > 0 ? 5 + (features.keys[features.size - 1] >> 20) % 15 : 2] = 0;
    if (random() % 3 == 0) costs[7] = 0;
  }
  Example(std::size_t size, std::vector<float> costs_)
      : features(size), legal{{0, static_cast<TransitionId>(costs_.size())}}, costs(std::move(costs_)) {
    for (std::size_t i = 0; i < size; ++i) features.keys[i] = 2 * i + 1;
    features.size = size;
  }

  template <class F>
  void for_legal(F visit) const {
    for (const TransitionRange range : legal)
      for (TransitionId id = range.begin; id < range.end; ++id) visit(id);
  }
  void teach(PassiveAggressive& learner, const std::vector<float>& scores) const {
    Decision decision{scores.data(), legal, {}, legal[0].begin, legal[0].begin, false, costs.data()};
    std::vector<TransitionId> zero_cost;
    for_legal([&](TransitionId id) {
      if (scores[id] > scores[decision.predicted]) decision.predicted = id;
      if (costs[id] != 0) return;
      if (zero_cost.empty() || scores[id] > scores[decision.best]) decision.best = id;
      zero_cost.push_back(id);
    });
    decision.zero_cost = zero_cost;
    decision.is_right = costs[decision.predicted] == 0;
    learner.learn(features, decision);
  }
};

// The formulas in double precision; averages are summed again after every sentence. The transition to compare is chosen
// by the learner's own scores, since margins that it has just restored are ties.
struct Textbook {
  using Table = std::map<std::pair<FeatureKey, TransitionId>, double>;
  PassiveAggressiveOptions options;
  Table weights, sums;
  double sentences = 0;

  double score(const FeatureList& features, TransitionId id) const {
    double sum = 0;
    for (std::size_t i = 0; i < features.size; ++i)
      if (const auto found = weights.find({features.keys[i], id}); found != weights.end()) sum += found->second;
    return sum;
  }
  void learn(const Example& example, const std::vector<float>& scores) {
    int right = -1, wrong = -1;
    const auto margin = [&](TransitionId id) {
      return options.cost_sensitive == CostSensitive::no ? 1.0f : std::sqrt(example.costs[id]);
    };
    const auto height = [&](TransitionId id) {
      return options.cost_sensitive == CostSensitive::prediction ? scores[id] : scores[id] + margin(id);
    };
    example.for_legal([&](TransitionId id) {
      int& highest = example.costs[id] == 0 ? right : wrong;
      const bool by_score = example.costs[id] == 0;
      const auto of = [&](TransitionId t) { return by_score ? scores[t] : height(t); };
      if (highest < 0 || of(id) > of(static_cast<TransitionId>(highest))) highest = static_cast<int>(id);
    });
    if (right < 0 || wrong < 0) return;
    const auto y = static_cast<TransitionId>(right), r = static_cast<TransitionId>(wrong);
    // The prediction is the first among ties.
    if (options.cost_sensitive == CostSensitive::prediction &&
        (scores[y] > scores[r] || (scores[y] == scores[r] && y < r)))
      return;
    const double loss = score(example.features, r) - score(example.features, y) + static_cast<double>(margin(r));
    std::map<std::pair<FeatureKey, TransitionId>, double> difference;  // phi(c, y) - phi(c, r)
    for (std::size_t i = 0; i < example.features.size; ++i) {
      difference[{example.features.keys[i], y}] += 1;
      difference[{example.features.keys[i], r}] -= 1;
    }
    double squared_norm = 0;
    for (const auto& [key, value] : difference) squared_norm += value * value;
    if (loss <= 0 || squared_norm == 0) return;
    const double step = std::min(static_cast<double>(options.aggressiveness), loss / squared_norm);
    for (const auto& [key, value] : difference) weights[key] += step * value;
  }
  void sentence_done() {
    for (const auto& [key, weight] : weights) sums[key] += weight;
    ++sentences;
  }
};

std::vector<float> scores_of(PassiveAggressive& learner, const FeatureList& features) {
  std::vector<float> scores(learner.padded());
  learner.score(features, scores.data());
  return scores;
}

void learn(PassiveAggressive& learner, std::mt19937& random, Textbook* textbook = nullptr) {
  for (std::size_t decisions = random() % 12; decisions > 0; --decisions) {
    const Example example(random);
    const std::vector<float> scores = scores_of(learner, example.features);
    if (textbook) textbook->learn(example, scores);
    example.teach(learner, scores);
  }
  if (textbook) textbook->sentence_done();
  learner.sentence_done();
}

std::vector<std::pair<std::pair<FeatureKey, TransitionId>, float>> averages(const PassiveAggressive& learner) {
  std::vector<std::pair<std::pair<FeatureKey, TransitionId>, float>> all;
  learner.for_weights([&](FeatureKey key, std::uint16_t, const auto& row) {
    for (const Weight& weight : row)
      if (weight.value != 0) all.push_back({{key, weight.transition}, weight.value});
  });
  std::ranges::sort(all);
  return all;
}

}  // namespace

TEST(a_step_restores_the_margin_but_is_at_most_c) {
  // Four features: the squared norm is 8. The second transition is predicted first, then the first.
  const Example example(4, {0, 1, 4});
  const std::vector<float> wrong = {0, 0.5f, 0}, right = {0.5f, 0, 0};
  struct {
    CostSensitive cost_sensitive;
    const std::vector<float>& scores;
    float step;
    TransitionId down;
  } const cases[] = {
      {CostSensitive::no, wrong, 1.5f / 8, 1},         {CostSensitive::no, right, 0.5f / 8, 1},
      {CostSensitive::max_loss, wrong, 2.0f / 8, 2},   {CostSensitive::max_loss, right, 1.5f / 8, 2},
      {CostSensitive::prediction, wrong, 1.5f / 8, 1}, {CostSensitive::prediction, right, 0, 1},
  };
  for (const auto& [cost_sensitive, scores, step, down] : cases)
    for (const float c : {1.0f, 0.1f}) {
      PassiveAggressive learner(AveragedPerceptron(3), {c, cost_sensitive});
      example.teach(learner, scores);
      const std::vector<float> learnt = scores_of(learner, example.features);
      CHECK(learnt[0] == 4 * std::min(c, step));
      CHECK(learnt[down] == -4 * std::min(c, step));
      CHECK(learnt[3 - down] == 0);
    }
}

TEST(nothing_is_learnt_if_no_transition_or_every_transition_has_a_cost) {
  for (const CostSensitive cost_sensitive : kAll) {
    PassiveAggressive learner(AveragedPerceptron(3), {1, cost_sensitive});
    const std::vector<float> scores = {1, 0, 0};
    for (const Example& example : {Example(4, {0, 0, 0}), Example(4, {1, 2, 1}), Example(0, {0, 1, 1})})
      example.teach(learner, scores);
    // The margin is exactly kept.
    Example(4, {0, 1, 1}).teach(learner, scores);
    CHECK(learner.features() == 0);
  }
}

TEST(passive_aggressive_weights_and_averages_are_those_of_the_formulas) {
  for (const CostSensitive cost_sensitive : kAll)
    for (const float c : {0.02f, 1.0f}) {
      std::mt19937 random(2006);
      PassiveAggressive learner(AveragedPerceptron(kTransitions), {c, cost_sensitive});
      Textbook textbook{{c, cost_sensitive}, {}, {}};
      for (int sentence = 0; sentence < 150; ++sentence) learn(learner, random, &textbook);
      std::size_t wrong = 0, found = 0;
      for (int i = 0; i < 100; ++i) {
        const FeatureList features = random_features(kTemplates, 60, random);
        const std::vector<float> scores = scores_of(learner, features);
        for (TransitionId id = 0; id < kTransitions; ++id)
          wrong += std::abs(static_cast<double>(scores[id]) - textbook.score(features, id)) > 1e-4;
      }
      for (const auto& [key, average] : averages(learner)) {
        ++found;
        wrong += !textbook.sums.contains(key) ||
                 std::abs(static_cast<double>(average) - textbook.sums[key] / textbook.sentences) > 1e-5;
      }
      CHECK(wrong == 0);
      CHECK(found > 300);
    }
}

TEST(a_restored_passive_aggressive_learner_continues_identically) {
  for (const CostSensitive cost_sensitive : kAll) {
    std::mt19937 random(5);
    PassiveAggressive whole(AveragedPerceptron(kTransitions), {0.02f, cost_sensitive});
    for (int sentence = 0; sentence < 100; ++sentence) learn(whole, random);
    PassiveAggressive restored(AveragedPerceptron(kTransitions), {0.02f, cost_sensitive});
    restored.restore(views_of(whole.state()), kTemplates);
    CHECK(averages(restored) == averages(whole));
    std::mt19937 again = random;
    for (int sentence = 0; sentence < 100; ++sentence) {
      learn(whole, random);
      learn(restored, again);
    }
    CHECK(averages(restored) == averages(whole));
  }
}
