// Learners of linear models.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "features/feature_set.h"
#include "learners/feature_difference.h"
#include "learners/learner.h"
#include "learners/packing.h"
#include "scoring/linear/linear_model.h"
#include "scoring/score_cache.h"

namespace dodona {

/// Training sentences encoded for a linear learner.
struct FeatureInput {
  /// The strings of `lexicon` are known besides those of the treebank.
  FeatureInput(std::shared_ptr<const ParserSpec> of, const Treebank& treebank, const std::string& templates,
               TagChoice tag, const Treebank* lexicon = nullptr, std::shared_ptr<const Clusters> clusters = nullptr)
      : spec(std::move(of)) {
    auto learnt = std::make_shared<FeatureSet>(templates, tag, std::move(clusters));
    sentences = learnt->encoder.learn(treebank);
    if (lexicon != nullptr) learnt->encoder.learn(*lexicon);
    features = std::move(learnt);
  }

  void read(const Treebank& treebank) { sentences = features->encoder.encode(treebank); }
  WordValues words(std::size_t sentence) const { return {sentences[sentence].data(), sentences.attributes}; }

  std::shared_ptr<const ParserSpec> spec;
  std::shared_ptr<const FeatureSet> features;
  EncodedSentences sentences;
};

/// `Weights` needs `score(features, scores)`, `learn(features, decision)`, `sentence_done()`, `state()`,
/// `restore(state, templates)`, and an overload `pack(weights, prune)` (learners/packing.h).
template <class Weights, class Base = Learner>
class LinearLearner : public Base {
 public:
  LinearLearner(std::shared_ptr<FeatureInput> input, Weights weights)
      : input_(std::move(input)), weights_(std::move(weights)), list_(input_->features->extractor.list()),
        scores_(weights_.padded()) {}

  void read(const Treebank& treebank) override { input_->read(treebank); }
  void start_epoch(int number) override {
    if constexpr (requires { weights_.start_epoch(number); }) weights_.start_epoch(number);
  }
  void start(std::size_t sentence) override { words_ = input_->words(sentence); }
  const float* score(const Configuration& c) override {
    input_->features->extractor.extract(c, words_, list_);
    weights_.score(list_, scores_.data());
    return scores_.data();
  }
  void learn(const Decision& decision) override { weights_.learn(list_, decision); }
  void end_sentence() override { weights_.sentence_done(); }

  bool needs_costs() const override {
    return requires { requires Weights::kNeedsCosts; };
  }
  const float* probabilities() const override {
    if constexpr (requires { weights_.probabilities(); }) return weights_.probabilities();
    return nullptr;
  }

  std::unique_ptr<Model> model(float prune) const override {
    auto packed = pack(weights_, prune);
    return std::make_unique<LinearModel<decltype(packed)>>(input_->spec, input_->features, std::move(packed));
  }
  std::size_t features() const override { return weights_.features(); }
  NamedArrays state() const override { return weights_.state(); }
  void restore(const NamedViews& state) override { weights_.restore(state, input_->features->extractor.templates()); }

  const Weights& weights() const { return weights_; }

 protected:
  std::shared_ptr<FeatureInput> input_;
  Weights weights_;

 private:
  FeatureList list_;
  std::vector<float> scores_;
  WordValues words_{};
};

/// For weights that can also score and add the difference of two derivations: the perceptron's.
template <class Weights>
class LinearSequenceLearner final : public LinearLearner<Weights, SequenceLearner> {
 public:
  using Base = LinearLearner<Weights, SequenceLearner>;
  using Base::Base;
  using Base::score;

  std::unique_ptr<SequenceScorer> scorer() const override {
    return std::make_unique<CachingScorer>(*this->input_, this->weights_);
  }
  double score(const FeatureDifference& difference) const override { return this->weights_.score(difference); }
  void add(const FeatureDifference& difference, double step) override { this->weights_.add(difference, step); }

 private:
  class CachingScorer final : public SequenceScorer {
   public:
    CachingScorer(const FeatureInput& input, const Weights& weights)
        : input_(input), extractor_(input.features->extractor), weights_(weights), list_(extractor_.list()),
          scores_(weights.padded()), cache_(weights.transitions()) {}

    void start(std::size_t sentence) override {
      words_ = input_.words(sentence);
      cache_.start();
    }
    const float* score(const Configuration& c) override { return compute(c); }
    const float* score(const SharedConfiguration& c) override {
      return cache_(extractor_.context(c), [&] { return compute(c); });
    }
    void add(const Configuration& c, TransitionId transition, int times, FeatureDifference& difference) override {
      extractor_.extract(c, words_, list_);
      difference.add(list_, transition, times);
    }

   private:
    template <class C>
    const float* compute(const C& c) {
      extractor_.extract(c, words_, list_);
      weights_.score(list_, scores_.data(), scratch_);
      return scores_.data();
    }

    const FeatureInput& input_;
    const Extractor& extractor_;
    const Weights& weights_;
    FeatureList list_;
    std::vector<float> scores_;
    typename Weights::Scratch scratch_;
    ScoreCache cache_;
    WordValues words_{};
  };
};

}  // namespace dodona
