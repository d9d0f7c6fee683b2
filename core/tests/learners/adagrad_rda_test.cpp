// Compares AdaGrad-RDA with the published algorithm, its gradient with finite differences, its vector code with loops.
#include "learners/adagrad_rda.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "learners/gradient_rows.h"
#include "learners/packing.h"
#include "random_features.h"
#include "scoring/softmax.h"
#include "search/sampling.h"
#include "test.h"
#include "views.h"

using namespace dodona;

namespace {

constexpr std::size_t kTransitions = 45, kTemplates = 6;

// Algorithm 2 as published, in double precision, with soft thresholding for shrink: every weight is recomputed after
// every update.
struct Textbook {
  using Coordinate = std::pair<FeatureKey, TransitionId>;
  double alpha, rho, lambda, j = 0;
  std::map<Coordinate, double> g, G, w;

  double score(const FeatureList& features, TransitionId y) const {
    double sum = 0;
    for (std::size_t i = 0; i < features.size; ++i)
      if (const auto found = w.find({features.keys[i], y}); found != w.end()) sum += found->second;
    return sum;
  }
  void update(const FeatureList& features, const std::vector<TransitionId>& legal,
              const std::vector<TransitionId>& zero_cost) {
    std::map<TransitionId, double> d;
    double z = 0, z_good = 0;
    for (const TransitionId y : legal) z += std::exp(score(features, y));
    for (const TransitionId y : zero_cost) z_good += std::exp(score(features, y));
    for (const TransitionId y : legal) d[y] = -std::exp(score(features, y)) / z;
    for (const TransitionId y : zero_cost) d[y] += std::exp(score(features, y)) / z_good;
    for (std::size_t i = 0; i < features.size; ++i)
      for (const auto& [y, derivative] : d) {
        g[{features.keys[i], y}] += derivative;
        G[{features.keys[i], y}] += derivative * derivative;
      }
    for (const auto& [coordinate, sum] : g) {
      const double shrunk = std::copysign(std::max(0.0, std::abs(sum) - j * lambda), sum);
      w[coordinate] = alpha / std::sqrt(G[coordinate] + rho) * shrunk;
    }
    j += 1;
  }
};

// A configuration with three ranges of legal transitions, some of them correct. Which are correct depends on the
// features, so that there is something to learn.
struct Example {
  FeatureList features{kTemplates};
  std::vector<TransitionRange> ranges;
  std::vector<TransitionId> legal, zero_cost;

  explicit Example(std::mt19937& random) : features(random_features(kTemplates, 60, random)) {
    ranges = {{0, 1}, {1, 3}, {5, static_cast<TransitionId>(20 + random() % 25)}};
    if (random() % 3 == 0) ranges.erase(ranges.begin() + 1);
    for (const TransitionRange range : ranges)
      for (TransitionId id = range.begin; id < range.end; ++id) legal.push_back(id);
    const std::uint64_t first = features.size > 0 ? features.keys[0] >> 20 : 0;
    zero_cost.push_back(legal[first % legal.size()]);
    if (random() % 3 == 0) zero_cost.push_back(legal[(first + 1 + random() % (legal.size() - 1)) % legal.size()]);
  }
  Decision decision(const float* scores) const { return {scores, ranges, zero_cost, 0, zero_cost[0], false}; }
};

std::map<Textbook::Coordinate, double> weights_of(const AdaGradRda& learner) {
  std::map<Textbook::Coordinate, double> weights;
  learner.for_weights([&](FeatureKey key, std::uint16_t, const auto& row) {
    for (const Weight& weight : row) weights[{key, weight.transition}] = static_cast<double>(weight.value);
  });
  return weights;
}

// The same with only the features of the first two templates, which are frequent.
Example frequent(Example example) {
  FeatureList& features = example.features;
  while (features.size > 0 && features.from[features.size - 1] > 1) --features.size;
  return example;
}

void learn(AdaGradRda& learner, const Example& example) {
  std::vector<float> scores(learner.padded());
  learner.score(example.features, scores.data());
  learner.learn(example.features, example.decision(scores.data()));
}

}  // namespace

TEST(the_exponential_is_accurate_to_the_last_digits) {
  double worst = 0;
  for (float x = -87; x <= 0; x += 0.0137f)
    worst = std::max(worst, std::abs(static_cast<double>(exp_of_negative(x)) / std::exp(static_cast<double>(x)) - 1));
  CHECK(worst < 3e-7);
  CHECK(exp_of_negative(0) == 1.0f);
  CHECK(exp_of_negative(-1e9f) == 0.0f);
}

TEST(probabilities_of_legal_transitions_add_up_to_one) {
  const float scores[] = {900, 3, 1, 2, -500, 1, 7};
  float probabilities[] = {9, 9, 9, 9, 9, 9, 9};
  const TransitionRange legal[] = {{1, 3}, {4, 6}};
  softmax(scores, legal, probabilities);
  CHECK(probabilities[0] == 9 && probabilities[3] == 9 && probabilities[6] == 9);
  CHECK(std::abs(probabilities[1] + probabilities[2] + probabilities[4] + probabilities[5] - 1) < 1e-6f);
  CHECK(std::abs(probabilities[1] / probabilities[2] - std::exp(2.0f)) < 1e-4f);
  CHECK(probabilities[4] == 0);
}

TEST(the_gradient_is_that_of_the_log_likelihood) {
  std::mt19937 random(3);
  double worst = 0;
  for (int round = 0; round < 50; ++round) {
    const Example example(random);
    std::vector<float> scores(48);
    for (float& score : scores) score = static_cast<float>(random() % 1000) / 100 - 5;
    AdaGradRda learner(kTransitions, {});
    std::vector<float> unused(learner.padded());
    learner.score(example.features, unused.data());
    learner.learn(example.features, example.decision(scores.data()));

    // log P(Y | x), with one score changed slightly.
    const auto likelihood = [&](TransitionId moved, double by) {
      double all = 0, good = 0;
      for (const TransitionId y : example.legal)
        all += std::exp(static_cast<double>(scores[y]) + (y == moved ? by : 0));
      for (const TransitionId y : example.zero_cost)
        good += std::exp(static_cast<double>(scores[y]) + (y == moved ? by : 0));
      return std::log(good) - std::log(all);
    };
    for (TransitionId y = 0; y < kTransitions; ++y) {
      const double h = 1e-5, slope = (likelihood(y, h) - likelihood(y, -h)) / (2 * h);
      worst = std::max(worst, std::abs(slope - static_cast<double>(learner.gradient()[y])));
    }
  }
  CHECK(worst < 1e-5);
}

TEST(adagrad_rda_follows_the_published_algorithm) {
  for (const auto& [alpha, rho, lambda] :
       {std::tuple{1.0, 0.01, 0.002}, std::tuple{0.3, 0.5, 0.0}, std::tuple{1.0, 0.01, 0.02}}) {
    AdaGradRda learner(kTransitions, {static_cast<float>(alpha), static_cast<float>(rho), lambda, 0});
    Textbook textbook{alpha, rho, lambda, 0, {}, {}, {}};
    std::mt19937 random(5);
    double worst = 0;
    std::size_t zero = 0;
    for (int step = 0; step < 150; ++step) {
      const Example example(random);
      std::vector<float> scores(learner.padded());
      learner.score(example.features, scores.data());
      for (const TransitionId y : example.legal)
        worst = std::max(worst, std::abs(static_cast<double>(scores[y]) - textbook.score(example.features, y)));
      learner.learn(example.features, example.decision(scores.data()));
      textbook.update(example.features, example.legal, example.zero_cost);
      auto found = weights_of(learner);
      for (const auto& [coordinate, weight] : textbook.w) worst = std::max(worst, std::abs(found[coordinate] - weight));
      zero = static_cast<std::size_t>(
          std::ranges::count_if(textbook.w, [](const auto& pair) { return pair.second == 0; }));
      CHECK(weights_of(learner).size() <= textbook.w.size());
    }
    CHECK(worst < 2e-4);
    CHECK(lambda == 0 ? zero == 0 : zero > 500);  // the penalty has a visible effect
  }
}

TEST(skipping_tiny_derivatives_changes_weights_by_at_most_their_sum) {
  const float tiny = 5e-3f;
  AdaGradRda exact(kTransitions, {1, 0.01f, 1e-3, 0}), sparse(kTransitions, {1, 0.01f, 1e-3, tiny});
  std::mt19937 random(7);
  std::vector<Example> examples;
  for (int i = 0; i < 60; ++i) examples.emplace_back(random);
  // Rare features occur when the model is already confident.
  for (int epoch = 0; epoch < 20; ++epoch)
    for (const Example& example : examples) {
      learn(exact, epoch < 10 ? frequent(example) : example);
      learn(sparse, epoch < 10 ? frequent(example) : example);
    }
  double worst = 0;
  for (const Example& example : examples) {
    std::vector<float> a(exact.padded()), b(sparse.padded());
    exact.score(example.features, a.data());
    exact.learn(example.features, example.decision(a.data()));
    sparse.score(example.features, b.data());
    sparse.learn(example.features, example.decision(b.data()));
    for (const TransitionId y : example.legal)
      worst = std::max(worst, std::abs(static_cast<double>(exact.probabilities()[y]) -
                                       static_cast<double>(sparse.probabilities()[y])));
  }
  CHECK(worst < 0.02);
  CHECK(worst > 0);  // something was left out
  const auto stored = [](const AdaGradRda& of) { return std::get<std::vector<float>>(of.state().at("a")).size(); };
  CHECK(stored(sparse) < stored(exact));
}

TEST(a_restored_adagrad_continues_identically) {
  AdaGradRda learner(kTransitions, {1, 0.01f, 1e-3, 0.03f}), restored(kTransitions, {1, 0.01f, 1e-3, 0.03f});
  std::mt19937 random(11);
  for (int i = 0; i < 200; ++i) learn(learner, i < 100 ? frequent(Example(random)) : Example(random));
  NamedArrays state = learner.state();
  const auto& sizes = std::get<std::vector<std::uint8_t>>(state.at("sizes"));
  const auto rows = std::ranges::count(sizes, FeatureTable::kDense);
  CHECK(rows > 5 && std::ssize(sizes) - rows > 5);
  restored.restore(views_of(state), kTemplates);
  CHECK(restored.features() == learner.features() && restored.updates() == 200);
  for (int i = 0; i < 200; ++i) {
    const Example example(random);
    learn(learner, example);
    learn(restored, example);
  }
  CHECK(weights_of(restored) == weights_of(learner));

  std::get<std::vector<std::uint16_t>>(state.at("ids"))[0] = kTransitions;
  bool refused = false;
  try {
    restored.restore(views_of(state), kTemplates);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}

TEST(vector_code_equals_plain_loops_bit_for_bit) {
  std::mt19937 random(13);
  constexpr std::size_t kColumns = 48, kRows = 9;
  std::vector<std::vector<float>> rows(kRows, std::vector<float>(2 * kColumns));
  std::vector<float> gradient(kColumns);
  for (auto& row : rows)
    for (std::size_t i = 0; i < kColumns; ++i) {
      row[i] = static_cast<float>(random() % 2001) / 997 - 1;
      row[kColumns + i] = static_cast<float>(random() % 1000) / 331;
    }
  for (float& d : gradient) d = static_cast<float>(random() % 1999) / 2003 - 0.5f;
  std::vector<const float*> pointers;
  for (const auto& row : rows) pointers.push_back(row.data());
  std::vector<float> sums(kColumns);
  add_weights(pointers, kColumns, 0.31f, 0.01f, sums.data());
  std::size_t different = 0;
  for (std::size_t i = 0; i < kColumns; ++i) {
    float sum = 0;
    for (const auto& row : rows) {
      const float more = std::abs(row[i]) - 0.31f;
      if (more > 0) sum += std::copysign(more, row[i]) / std::sqrt(row[kColumns + i] + 0.01f);
    }
    different += sum != sums[i];
  }
  CHECK(different == 0);

  std::vector<float> stepped = rows[0];
  add_gradient(stepped.data(), gradient.data(), kColumns);
  for (std::size_t i = 0; i < kColumns; ++i) {
    const float square = gradient[i] * gradient[i];
    different += stepped[i] != rows[0][i] + gradient[i] || stepped[kColumns + i] != rows[0][kColumns + i] + square;
  }
  CHECK(different == 0);
}

TEST(draws_follow_the_distribution) {
  const float probabilities[] = {0.5f, 7, 0.1f, 0.0f, 0.4f};
  const TransitionRange legal[] = {{0, 1}, {2, 5}};
  Random random(17);
  std::vector<int> counts(5);
  constexpr int kDraws = 40000;
  for (int i = 0; i < kDraws; ++i) ++counts[drawn(probabilities, legal, random)];
  CHECK(counts[1] == 0 && counts[3] == 0);
  for (const std::size_t id : {0u, 2u, 4u}) {
    const double p = static_cast<double>(probabilities[id]), expected = p * kDraws;
    CHECK(std::abs(counts[id] - expected) < 5 * std::sqrt(expected * (1 - p)));
  }
}

TEST(a_packed_model_has_the_probabilities_of_the_learner) {
  AdaGradRda learner(kTransitions, {1, 0.01f, 1e-3, 1e-3f});
  std::mt19937 random(19);
  std::vector<Example> examples;
  for (int i = 0; i < 150; ++i) examples.emplace_back(random);
  for (int epoch = 0; epoch < 5; ++epoch)
    for (const Example& example : examples) learn(learner, example);
  const PackedWeights model = pack(learner);
  PackedWeights::Workspace workspace(model, FeatureList(kTemplates));
  double worst = 0, total = 0;
  std::size_t count = 0;
  for (const Example& example : examples) {
    std::vector<float> own(learner.padded()), packed(kTransitions), p(kTransitions), q(kTransitions);
    learner.score(example.features, own.data());
    const std::int16_t* const scores = model.score(example.features, workspace);
    for (std::size_t i = 0; i < kTransitions; ++i) packed[i] = static_cast<float>(scores[i] / model.scale());
    softmax(own.data(), example.ranges, p.data());
    softmax(packed.data(), example.ranges, q.data());
    for (const TransitionId y : example.legal) {
      const double difference = std::abs(static_cast<double>(p[y]) - static_cast<double>(q[y]));
      worst = std::max(worst, difference);
      total += difference;
      ++count;
    }
  }
  CHECK(worst < 0.02);
  CHECK(total / static_cast<double>(count) < 1e-3);
  CHECK(model.weights() <= weights_of(learner).size());
  CHECK(model.weights() > weights_of(learner).size() * 9 / 10);
}
