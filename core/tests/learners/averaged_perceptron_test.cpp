// Compares the averaged perceptron and the packed model with naive sums.
#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "learners/averaged_perceptron.h"
#include "learners/packing.h"
#include "random_features.h"
#include "scoring/linear/packed_weights.h"
#include "test.h"
#include "views.h"

using namespace dodona;

namespace {

constexpr std::size_t kTransitions = 45, kTemplates = 6;

// Weights in a map, all summed again after every sentence.
struct Naive {
  using Table = std::map<std::pair<FeatureKey, TransitionId>, double>;
  Table weights, sums;
  double sentences = 0;

  void update(const FeatureList& features, TransitionId better, TransitionId worse) {
    for (std::size_t i = 0; i < features.size; ++i) {
      weights[{features.keys[i], better}] += 1;
      weights[{features.keys[i], worse}] -= 1;
    }
  }
  void sentence_done() {
    for (const auto& [key, weight] : weights) sums[key] += weight;
    ++sentences;
  }
  double average(FeatureKey key, TransitionId transition) const {
    const auto found = sums.find({key, transition});
    return found == sums.end() ? 0 : found->second / sentences;
  }
};

struct Learnt {
  AveragedPerceptron learner{kTransitions};
  Naive naive;
  std::vector<FeatureList> seen;

  explicit Learnt(std::uint32_t seed, int sentences = 150) {
    std::mt19937 random(seed);
    for (int sentence = 0; sentence < sentences; ++sentence) learn(random);
  }
  void learn(std::mt19937& random) {
    for (std::size_t decisions = random() % 12; decisions > 0; --decisions) {
      const FeatureList features = random_features(kTemplates, 200, random);
      const auto better = static_cast<TransitionId>(random() % kTransitions);
      const auto worse = static_cast<TransitionId>((better + 1 + random() % (kTransitions - 1)) % kTransitions);
      learner.update(features, better, worse);
      naive.update(features, better, worse);
      seen.push_back(features);
    }
    learner.sentence_done();
    naive.sentence_done();
  }
};

void check_averages(const AveragedPerceptron& learner, const Naive& naive) {
  std::size_t wrong = 0, found = 0;
  learner.for_weights([&](FeatureKey key, std::uint16_t, const auto& row) {
    for (const auto& weight : row) {
      wrong += std::abs(static_cast<double>(weight.value) - naive.average(key, weight.transition)) > 1e-4;
      found += naive.average(key, weight.transition) != 0;
    }
  });
  CHECK(wrong == 0);
  // Weights that cancelled out may or may not be stored.
  CHECK(found ==
        static_cast<std::size_t>(std::ranges::count_if(naive.sums, [](const auto& sum) { return sum.second != 0; })));
}

}  // namespace

TEST(averages_are_those_over_all_sentences) {
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    Learnt learnt(seed);
    check_averages(learnt.learner, learnt.naive);
  }
}

TEST(scores_while_training_are_sums_of_weights) {
  Learnt learnt(7);
  std::size_t wrong = 0;
  for (const FeatureList& features : learnt.seen) {
    std::vector<float> scores(learnt.learner.padded());
    learnt.learner.score(features, scores.data());
    for (TransitionId id = 0; id < kTransitions; ++id) {
      double sum = 0;
      for (std::size_t i = 0; i < features.size; ++i) {
        const auto found = learnt.naive.weights.find({features.keys[i], id});
        if (found != learnt.naive.weights.end()) sum += found->second;
      }
      wrong += std::abs(sum - static_cast<double>(scores[id])) > 1e-4;
    }
  }
  CHECK(wrong == 0);
}

TEST(a_restored_perceptron_continues_identically) {
  Learnt learnt(11);
  AveragedPerceptron restored(kTransitions);
  restored.restore(views_of(learnt.learner.state()), kTemplates);
  CHECK(restored.features() == learnt.learner.features());
  check_averages(restored, learnt.naive);
  learnt.learner = restored;
  std::mt19937 random(12);
  for (int sentence = 0; sentence < 50; ++sentence) learnt.learn(random);
  check_averages(learnt.learner, learnt.naive);
}

// Goldberg and Elhadad (2011): a feature counts, and is part of the model, only after min_updates updates.
TEST(features_count_after_min_updates) {
  constexpr std::uint8_t kMinimum = 4;
  std::mt19937 random(29);
  AveragedPerceptron learner{SparseWeights(kTransitions, kMinimum)};
  learner.start_epoch(kMinimum + 2);
  std::map<FeatureKey, int> updates;
  Naive naive;
  std::size_t wrong = 0, silent = 0, heard = 0;
  for (int sentence = 0; sentence < 250; ++sentence) {
    const FeatureList features = random_features(kTemplates, 200, random);
    std::vector<float> scores(learner.padded());
    learner.score(features, scores.data());
    for (TransitionId id = 0; id < kTransitions; ++id) {
      double sum = 0;
      for (std::size_t i = 0; i < features.size; ++i)
        if (updates[features.keys[i]] >= kMinimum) sum += naive.weights[{features.keys[i], id}];
      wrong += std::abs(sum - static_cast<double>(scores[id])) > 1e-4;
    }
    const auto better = static_cast<TransitionId>(random() % 3), worse = static_cast<TransitionId>(3 + random() % 3);
    learner.update(features, better, worse);
    naive.update(features, better, worse);
    for (std::size_t i = 0; i < features.size; ++i) ++updates[features.keys[i]];
    learner.sentence_done();
    naive.sentence_done();
    if (sentence == 30) {  // restored, it goes on counting
      AveragedPerceptron restored{SparseWeights(kTransitions, kMinimum)};
      restored.restore(views_of(learner.state()), kTemplates);
      learner = restored;
    }
  }
  CHECK(wrong == 0);
  std::map<FeatureKey, std::size_t> there;
  learner.for_weights([&](FeatureKey key, std::uint16_t, const auto& row) { there[key] = row.size(); });
  for (const auto& [key, count] : updates) {
    CHECK(there.contains(key) == (count >= kMinimum));
    (count >= kMinimum ? heard : silent) += 1;
  }
  CHECK(heard > 20);
  CHECK(silent > 20);
  std::size_t early = 0;  // in the first epoch all count
  learner.start_epoch(1);
  learner.for_weights([&](FeatureKey, std::uint16_t, const auto&) { ++early; });
  CHECK(early == updates.size());
}

// What was dropped begins anew; the others keep their weights and averages.
TEST(features_with_the_fewest_updates_are_dropped) {
  constexpr std::size_t kMost = 120;
  std::mt19937 random(31);
  const SparseWeights bounded(kTransitions, 1, kMost);
  AveragedPerceptron learner(bounded);
  Naive naive;
  std::map<FeatureKey, int> updates;
  std::size_t drops = 0;
  for (int sentence = 0; sentence < 400; ++sentence) {
    const FeatureList features = random_features(kTemplates, 90, random);
    const auto better = static_cast<TransitionId>(random() % 30), worse = static_cast<TransitionId>(30 + random() % 15);
    learner.update(features, better, worse);
    naive.update(features, better, worse);
    for (std::size_t i = 0; i < features.size; ++i) ++updates[features.keys[i]];
    naive.sentence_done();
    learner.sentence_done();
    CHECK(learner.features() <= kMost);
    if (learner.features() == updates.size()) continue;
    ++drops;
    CHECK(learner.features() == kMost * 3 / 4);
    std::map<FeatureKey, int> kept;
    learner.for_weights([&](FeatureKey key, std::uint16_t, const auto&) { kept[key] = updates.at(key); });
    int most_dropped = 0, least_kept = 1000;
    for (const auto& [key, count] : updates)
      if (kept.contains(key))
        least_kept = std::min(least_kept, count);
      else
        most_dropped = std::max(most_dropped, count);
    CHECK(most_dropped <= least_kept);
    updates = kept;
    const auto is_dropped = [&](const auto& each) { return !kept.contains(each.first.first); };
    std::erase_if(naive.weights, is_dropped);
    std::erase_if(naive.sums, is_dropped);
    if (drops == 2) {  // restored, it goes on in the same way
      AveragedPerceptron restored(bounded);
      restored.restore(views_of(learner.state()), kTemplates);
      learner = restored;
    }
  }
  CHECK(drops > 5);
  check_averages(learner, naive);
}

TEST(restoring_preserves_rows_and_lists) {
  // In the first sentence all updates may cancel out: then the weights do not show which features have rows.
  AveragedPerceptron learner(kTransitions), restored(kTransitions);
  std::mt19937 random(23);
  for (const std::size_t pairs : {1u, 3u, 20u}) {
    FeatureList features = random_features(kTemplates, 200, random);
    for (TransitionId id = 0; id < pairs; ++id) learner.update(features, 2 * id, 2 * id + 1, 0.1f);
    for (TransitionId id = 0; id < pairs; ++id) learner.update(features, 2 * id + 1, 2 * id, 0.1f);
  }
  restored.restore(views_of(learner.state()), kTemplates);
  const auto shape = [](const AveragedPerceptron& of) {
    const NamedArrays arrays = of.state();
    const NamedViews state = views_of(arrays);
    const auto keys = array_named<FeatureKey>(state, "keys");
    std::map<FeatureKey, std::uint8_t> found;
    for (std::size_t i = 0; i < keys.size(); ++i) found[keys[i]] = array_named<std::uint8_t>(state, "sizes")[i];
    return found;
  };
  CHECK(shape(restored) == shape(learner));
  CHECK(std::ranges::count_if(shape(learner), [](const auto& of) { return of.second == FeatureTable::kDense; }) > 0);
}

TEST(a_packed_model_scores_like_the_averages) {
  Learnt learnt(13);
  const PackedWeights model = pack(learnt.learner);
  PackedWeights::Workspace workspace(model, FeatureList(kTemplates));

  // The scale of the weights, derived from the scores.
  double most = 0, scale = 0;
  const auto score_of = [&](const FeatureList& features, TransitionId id) {
    return static_cast<double>(model.score(features, workspace)[id]);
  };
  const auto average_of = [&](const FeatureList& features, TransitionId id) {
    double sum = 0;
    for (std::size_t i = 0; i < features.size; ++i) sum += learnt.naive.average(features.keys[i], id);
    return sum;
  };
  for (const FeatureList& features : learnt.seen)
    for (TransitionId id = 0; id < kTransitions; ++id)
      if (const double average = average_of(features, id); std::abs(average) > most) {
        most = std::abs(average);
        scale = score_of(features, id) / average;
      }
  CHECK(scale > 10);

  std::size_t wrong = 0;
  for (const FeatureList& features : learnt.seen)
    for (TransitionId id = 0; id < kTransitions; ++id) {
      const double rounding = 0.5 * static_cast<double>(features.size) + 0.03 * most * scale;
      wrong += std::abs(score_of(features, id) - average_of(features, id) * scale) > rounding;
    }
  CHECK(wrong == 0);
}

TEST(a_packed_model_has_no_weights_for_unseen_features) {
  Learnt learnt(17);
  const PackedWeights model = pack(learnt.learner);
  PackedWeights::Workspace workspace(model, FeatureList(kTemplates));
  std::mt19937_64 random(18);
  std::size_t loud = 0;
  for (int i = 0; i < 200; ++i) {
    FeatureList features(kTemplates);
    features.keys[features.size++] = random();
    const auto* scores = model.score(features, workspace);
    loud += std::any_of(scores, scores + kTransitions, [](auto score) { return score != 0; });
  }
  CHECK(loud == 0);
}

namespace {

// Transitions 3 to 8 and 20 are legal; 4, 5 and 20 have zero cost.
struct ByMargin {
  std::vector<float> scores = std::vector<float>(kTransitions);
  std::vector<TransitionRange> legal = {{3, 9}, {20, 21}};
  std::vector<TransitionId> zero_cost = {4, 5, 20};

  Decision decision(TransitionId predicted, TransitionId best) const {
    return {scores.data(), legal, zero_cost,
            predicted,     best,  std::ranges::find(zero_cost, predicted) != zero_cost.end()};
  }
};

}  // namespace

TEST(a_margin_is_kept_from_the_best_legal_transition_with_a_cost) {
  ByMargin by;
  by.scores[5] = 10;
  by.scores[4] = by.scores[20] = 9;  // also correct
  by.scores[6] = 7;
  by.scores[7] = 6;
  by.scores[1] = by.scores[21] = 99;  // not legal
  const Decision right = by.decision(5, 5);
  CHECK(right.rival(4) == TransitionId{6});
  CHECK(!right.rival(3));  // the margin is kept
  CHECK(!right.rival(0));
  by.scores[8] = 12;
  CHECK(by.decision(8, 5).rival(0) == TransitionId{8});
  CHECK(by.decision(8, 5).rival(100) == TransitionId{8});
}

TEST(there_is_no_rival_if_all_legal_transitions_have_zero_cost) {
  ByMargin by;
  by.zero_cost = {3, 4, 5, 6, 7, 8, 20};
  CHECK(!by.decision(3, 3).rival(100));
}

TEST(a_perceptron_learns_until_the_margin_is_kept) {
  std::mt19937 random(5);
  const FeatureList features = random_features(kTemplates, 200, random);
  ByMargin by;
  for (const float margin : {0.0f, 25.0f}) {
    AveragedPerceptron learner(kTransitions, margin);
    by.scores.assign(learner.padded(), 0);
    std::size_t updates = 0;
    for (; updates < 100; ++updates) {
      learner.score(features, by.scores.data());
      const auto highest = [&](auto among) {
        return *std::ranges::max_element(among, {}, [&](TransitionId id) { return by.scores[id]; });
      };
      const TransitionId best = highest(by.zero_cost),
                         predicted = highest(std::vector<TransitionId>{3, 4, 5, 6, 7, 8, 20});
      const Decision decision = by.decision(predicted, best);
      if (!decision.rival(margin)) break;
      learner.learn(features, decision);
    }
    CHECK(updates > 0 && updates < 100);
    const float wrong = std::max({by.scores[3], by.scores[6], by.scores[7], by.scores[8]});
    CHECK(std::max({by.scores[4], by.scores[5], by.scores[20]}) - wrong >= margin);
  }
}
