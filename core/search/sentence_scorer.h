// Scores of the configurations of a sentence.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "search/parser.h"
#include "search/part_features.h"
#include "search/two_step_scorer.h"

namespace dodona {

/// Scores the configurations of one sentence after the other, with one kind of model. What the words at the top of the stack
/// and at the front of the buffer alone say is added up once and kept: the buffer's share until its front
/// moves, the stack's share for each word. That saves a sixth of the time. (Parsing several sentences in
/// lockstep, so that one works while another waits for memory, was tried and saved nothing.)
template <class Model>
class ModelScorer {
 public:
  /// The parser's model must be of this kind.
  explicit ModelScorer(const Parser& parser);

  void start(WordValues words, Node length);

  /// The scores of all transitions, until the next call.
  template <class C>
  const std::int16_t* operator()(const C& c);

 private:
  using Workspace = typename Model::Workspace;

  const Model& model_;
  const HugeVector<std::uint32_t>& table_;
  PartFeatures features_;
  Workspace stack_, buffer_, rest_;
  std::vector<std::int16_t> sums_;  // the stack's share for each word
};

/// The same with whatever model a parser has.
class SentenceScorer {
 public:
  explicit SentenceScorer(const Parser& parser)
      : scorer_(std::visit([&]<class Model>(const Model&) -> Scorer { return ModelScorer<Model>(parser); }, parser.model())) {}

  void start(WordValues words, Node length) {
    std::visit([&](auto& scorer) { scorer.start(words, length); }, scorer_);
  }
  template <class C>
  const std::int16_t* operator()(const C& c) {
    return std::visit([&](auto& scorer) { return scorer(c); }, scorer_);
  }
  /// Calls `take` with the ModelScorer that this is, for loops that are to ask only once.
  template <class F>
  void visit(F take) {
    std::visit(take, scorer_);
  }

 private:
  using Scorer = std::variant<ModelScorer<LinearModel>, ModelScorer<HashedModel>, ModelScorer<TwoStepModel>>;
  Scorer scorer_;
};

}  // namespace dodona
