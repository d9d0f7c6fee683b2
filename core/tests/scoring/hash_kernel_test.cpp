// The hash kernel against its formula: the weight of a feature with a transition is w[hash(feature) + transition].
#include "scoring/hash_kernel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <variant>
#include <vector>

#include "base/memory.h"
#include "confidence/distribution.h"
#include "learners/hashed_rows.h"
#include "learners/packing.h"
#include "parser_fixture.h"
#include "scoring/linear/hashed_weights.h"
#include "scoring/registry.h"
#include "test.h"
#include "views.h"

using namespace dodona;

namespace {

constexpr std::size_t kTransitions = 45, kFew = 6, kBits = 12, kSize = 1 << kBits, kColumns = 64;

// One array, all summed again after every sentence.
struct Naive {
  std::vector<double> weights = std::vector<double>(kSize), sums = weights;
  double sentences = 0;

  static std::size_t place(FeatureKey key, TransitionId transition) {
    return static_cast<std::size_t>(high_product(key, kSize - kColumns + 1)) + transition;
  }
  void add(FeatureKey key, TransitionId transition, double step) { weights[place(key, transition)] += step; }
  void sentence_done() {
    for (std::size_t i = 0; i < kSize; ++i) sums[i] += weights[i];
    ++sentences;
  }
  static double sum(const std::vector<double>& of, const FeatureList& features, TransitionId id) {
    double sum = 0;
    for (std::size_t i = 0; i < features.size; ++i) sum += of[place(features.keys[i], id)];
    return sum;
  }
};

FeatureList random_features(std::mt19937_64& random) {
  FeatureList features(kFew);
  for (std::size_t i = 0; i < kFew; ++i) {
    if (random() % 8 == 0) continue;
    // Including the first and the last possible key.
    features.keys[features.size] = random() % 20 == 0   ? 0
                                   : random() % 20 == 0 ? ~FeatureKey{0}
                                                        : (random() % 300 + 1) * 0x9E3779B97F4A7C15u;
    features.from[features.size++] = static_cast<std::uint16_t>(i);
  }
  return features;
}

struct Learnt {
  HashedPerceptron learner{HashedRows(kTransitions, kBits, kFew)};
  Naive naive;
  std::vector<FeatureList> seen;

  explicit Learnt(std::uint32_t seed) {
    std::mt19937_64 random(seed);
    for (int sentence = 0; sentence < 150; ++sentence) learn(random);
  }
  void learn(std::mt19937_64& random) {
    const auto any = [&] { return static_cast<TransitionId>(random() % kTransitions); };
    for (std::size_t decisions = random() % 12; decisions > 0; --decisions) {
      seen.push_back(random_features(random));
      const TransitionId better = any(), worse = any();
      learner.update(seen.back(), better, worse, 0.25f);
      for (std::size_t i = 0; i < seen.back().size; ++i) {
        naive.add(seen.back().keys[i], better, 0.25);
        naive.add(seen.back().keys[i], worse, -0.25);
      }
    }
    FeatureDifference difference;
    const FeatureList more = random_features(random), less = random_features(random);
    const TransitionId here = any(), there = any();
    difference.add(more, here, 1);
    difference.add(less, there, -1);
    CHECK(std::abs(learner.score(difference) - Naive::sum(naive.weights, more, here) +
                   Naive::sum(naive.weights, less, there)) < 1e-4);
    learner.add(difference, 0.5);
    for (std::size_t i = 0; i < more.size; ++i) naive.add(more.keys[i], here, 0.5);
    for (std::size_t i = 0; i < less.size; ++i) naive.add(less.keys[i], there, -0.5);
    learner.sentence_done();
    naive.sentence_done();
  }
};

std::size_t wrong_averages(const HashedPerceptron& learner, const Naive& naive) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < kSize; ++i)
    wrong += std::abs(learner.average(learner.table().weights()[i], learner.table().sums()[i]) -
                      naive.sums[i] / naive.sentences) > 1e-4;
  return wrong;
}

}  // namespace

TEST(a_hash_kernel_follows_its_formula) {
  for (std::uint32_t seed = 1; seed <= 3; ++seed) {
    Learnt learnt(seed);
    CHECK(learnt.learner.padded() == kColumns);
    CHECK(wrong_averages(learnt.learner, learnt.naive) == 0);
    std::size_t wrong = 0;
    std::vector<float> scores(learnt.learner.padded());
    for (const FeatureList& features : learnt.seen) {
      learnt.learner.score(features, scores.data());
      for (TransitionId id = 0; id < kTransitions; ++id)
        wrong += std::abs(Naive::sum(learnt.naive.weights, features, id) - static_cast<double>(scores[id])) > 1e-4;
    }
    CHECK(wrong == 0);
  }
}

TEST(a_restored_hash_kernel_is_the_same) {
  Learnt learnt(4);
  HashedPerceptron restored{HashedRows(kTransitions, kBits, kFew)};
  restored.restore(views_of(learnt.learner.state()), kFew);
  CHECK(restored.state() == learnt.learner.state());
  learnt.learner = restored;
  std::mt19937_64 random(5);
  for (int sentence = 0; sentence < 50; ++sentence) learnt.learn(random);
  CHECK(wrong_averages(learnt.learner, learnt.naive) == 0);

  HashedPerceptron larger{HashedRows(kTransitions, kBits + 1, kFew)};
  CHECK(is_refused([&] { larger.restore(views_of(learnt.learner.state()), kFew); }));
  NamedArrays odd = learnt.learner.state();
  std::get<std::vector<double>>(odd.at("sums"))[7] = std::numeric_limits<double>::quiet_NaN();
  CHECK(is_refused([&] { restored.restore(views_of(odd), kFew); }));
}

TEST(a_hashed_model_scores_like_the_averages) {
  const Learnt learnt(6);
  const HashedWeights model = pack(learnt.learner);
  HashedWeights::Workspace workspace(model, FeatureList(kFew));
  std::size_t wrong = 0;
  for (const FeatureList& features : learnt.seen) {
    const std::int16_t* const scores = model.score(features, workspace);
    for (TransitionId id = 0; id < kTransitions; ++id)
      wrong += std::abs(scores[id] - Naive::sum(learnt.naive.sums, features, id) / learnt.naive.sentences *
                                         model.scale()) > 0.5 * static_cast<double>(features.size) + 0.1;
  }
  CHECK(wrong == 0);
  // The sum of the greatest weight from every template just fits.
  NamedArrays arrays, again;
  Options values;
  model.save(arrays, false);
  model.save(values);
  const auto& weights = std::get<std::vector<std::int16_t>>(arrays.at("hashed"));
  const auto greatest = std::ranges::max(weights, {}, [](std::int16_t weight) { return std::abs(int{weight}); });
  CHECK(std::abs(int{greatest}) * static_cast<int>(kFew) <= 32767 &&
        std::abs(int{greatest}) * static_cast<int>(kFew) > 32700);

  const HashedWeights loaded = HashedWeights::load(kTransitions, values, views_of(arrays));
  loaded.save(again, false);
  CHECK(again == arrays && loaded.columns() == model.columns() && loaded.scale() == model.scale());
}

TEST(hash_kernels_of_odd_sizes_are_refused) {
  const std::vector<std::int16_t> weights(kSize);
  const auto loaded = [&](std::size_t transitions, std::size_t size, double scale) {
    return [&, transitions, size, scale] { HashedWeights(transitions, std::span(weights).first(size), scale); };
  };
  CHECK(!is_refused(loaded(kTransitions, kSize, 1)));
  CHECK(!is_refused(loaded(kSize, kSize, 1)));
  CHECK(is_refused(loaded(kSize + 1, kSize, 1)));
  CHECK(is_refused(loaded(0, kSize, 1)));
  CHECK(is_refused(loaded(kTransitions, kSize - 1, 1)));
  CHECK(is_refused(loaded(kTransitions, kSize / 2, 1)));
  CHECK(is_refused(loaded(kTransitions, 0, 1)));
  for (const double scale :
       {0.0, -1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    CHECK(is_refused(loaded(kTransitions, kSize, scale)));
  CHECK(is_refused([] { HashedRows(kTransitions, 11, kFew); }));
  CHECK(is_refused([] { HashedRows(kTransitions, 64, kFew); }));
  CHECK(is_refused([] { HashedRows(kSize + 1, kBits, kFew); }));
}

// Indexed templates and partial sums change nothing, and sums that overflow 16 bits do no harm.
TEST(a_parser_with_a_hash_kernel_makes_the_trees_of_plain_greedy_search) {
  std::mt19937 random(2010);
  const Treebank train = random_treebank(100, random), test = random_treebank(60, random);
  const auto hashed = [&](Options options, int epochs) {
    options.set("hash_kernel", 13);
    return trained(train, ArcEager(Root::first, false), {.options = options, .epochs = epochs, .tag = TagChoice::xpos});
  };
  std::vector<Parser> parsers{hashed({}, 3), hashed({{"learner", "passive-aggressive"}}, 3),
                              hashed({{"learner", "passive-aggressive"}, {"beam", 3}, {"aggressiveness", 0.001}}, 2)};
  {
    const Model& model = parsers.front().model();
    NamedArrays arrays = model.arrays(false);
    for (std::int16_t& weight : std::get<std::vector<std::int16_t>>(arrays.at("hashed")))
      weight = static_cast<std::int16_t>(random());
    const auto spec = std::make_shared<ParserSpec>(parsers.front().spec());
    parsers.emplace_back(spec, load_model(model.kind(), spec, model.values(), views_of(arrays)));
  }
  for (const Parser& parser : parsers) {
    CHECK(parser.model().weights() > 1000);
    const Trees fast = parser.trees(test, 1);
    CHECK(parser.trees(test, 3).heads == fast.heads);
    CHECK(parser.trees(test, 1, {}, {.beam = 4}).heads.size() == fast.heads.size());
    const auto scorer = parser.model().scorers(test)();
    Distribution distribution(parser, *scorer, 1);
    std::size_t different = 0, sentence = test.sentences();
    const Trees plain =
        plain_trees<HashedWeights>(parser, test, [&](std::size_t i, const Configuration& c, TransitionId best) {
          if (i != sentence) scorer->start(sentence = i);
          distribution.compute(c);
          different += best != distribution.best();
          return best;
        });
    CHECK(are_same(plain, fast));
    CHECK(different == 0);
  }
}
