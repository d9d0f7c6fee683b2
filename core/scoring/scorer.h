// The seam between search and models: a scorer reads a sentence, then gives every transition of a configuration a
// score.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/argmax.h"
#include "base/named_arrays.h"
#include "base/options.h"
#include "transitions/legal.h"
#include "transitions/parser_spec.h"
#include "treebank/treebank.h"

namespace dodona {

/// The legal transition with the highest score; among ties, the one with the lowest number.
template <class Score, class Find>
TransitionId highest_scoring(const Score* scores, const LegalTransitions& legal, Find find) {
  TransitionRange in{};
  Score most = 0;
  for (const TransitionRange range : legal) {
    if (range.empty()) continue;
    const Score best = highest(scores + range.begin, range.end - range.begin);
    if (!in.empty() && (best < most || (best == most && in.begin < range.begin))) continue;
    most = best;
    in = range;
  }
  return in.begin + find(scores + in.begin, in.end - in.begin, most);
}
inline TransitionId highest_scoring(const float* scores, const LegalTransitions& legal) {
  return highest_scoring(scores, legal, find_first);
}

/// Scores the configurations of one sentence after another, on one thread.
///
/// Search, confidence and calibration use nothing else of a model. `start` and `score` are the whole contract; the
/// other functions have defaults, which a scorer may override with something faster.
///
/// There are two kinds of configurations: a plain one for a single derivation, and one for beams that shares its arcs
/// with others. ScorerFor makes both overloads from one template.
class Scorer {
 public:
  virtual ~Scorer() = default;

  /// Begins a sentence, by its number in the treebank that the scorer was made for. Called once per sentence; then its
  /// configurations may be scored in any order.
  virtual void start(std::size_t sentence) = 0;

  /// A score for every transition, legal or not, by its number; those of legal transitions must be finite. Valid until
  /// the next call.
  virtual const float* score(const Configuration& c) = 0;
  virtual const float* score(const SharedConfiguration& c) = 0;

  /// A legal transition that greedy search makes in `c` without scoring; none by default.
  virtual std::optional<TransitionId> shortcut(const Configuration&, const LegalTransitions&) { return std::nullopt; }
  virtual std::optional<TransitionId> shortcut(const SharedConfiguration&, const LegalTransitions&) {
    return std::nullopt;
  }

  /// What greedy search does in `c`: the shortcut, else the legal transition with the highest score (the first among
  /// ties).
  virtual TransitionId best(const Configuration& c, const LegalTransitions& legal) { return best_of(c, legal); }
  virtual TransitionId best(const SharedConfiguration& c, const LegalTransitions& legal) { return best_of(c, legal); }

 protected:
  template <class C>
  TransitionId best_of(const C& c, const LegalTransitions& legal) {
    const std::optional<TransitionId> found = shortcut(c, legal);
    return found ? *found : highest_scoring(score(c), legal);
  }
};

/// A scorer whose class has a template `score_any(c)` for both kinds of configurations.
template <class Derived>
class ScorerFor : public Scorer {
 public:
  const float* score(const Configuration& c) override { return static_cast<Derived*>(this)->score_any(c); }
  const float* score(const SharedConfiguration& c) override { return static_cast<Derived*>(this)->score_any(c); }
};

/// Makes scorers, one for each thread.
using MakeScorer = std::function<std::unique_ptr<Scorer>()>;

/// A trained model. Immutable; any number of threads may use it.
class Model {
 public:
  virtual ~Model() = default;

  /// Reads the sentences of a treebank, once for all threads, and returns a function that makes scorers for them. The
  /// treebank and the model must outlive the scorers.
  virtual MakeScorer scorers(const Treebank& treebank) const = 0;

  /// Whether it has constraints on trees. Its scores then keep transitions that break one from being made, except where
  /// nothing else is legal; `best` and `shortcut` do not, and greedy search checks the finished tree.
  virtual bool is_constrained() const { return false; }
  virtual bool allows(const Configuration& /*finished*/) const { return true; }
  /// Moves the arcs of a tree that break a constraint because nothing else was legal.
  virtual void mend(std::span<std::int32_t> /*heads*/, std::span<Label> /*labels*/) const {}

  /// Scores divided by this are in the learner's own scale; for some learners they are then log-probabilities.
  virtual double unit() const { return 1; }

  /// The columns of a treebank that it reads.
  virtual std::vector<Text> columns() const { return {Text::form}; }

  /// How many features have weights, and how many weights are not 0; 0 if unknown or meaningless.
  virtual std::size_t features() const { return 0; }
  virtual std::size_t weights() const { return 0; }

  /// The content of a model file (scoring/registry.h loads it): the kind of model, options by name, and arrays. With
  /// `compact` the arrays may be smaller, but slower to load. A model that cannot be saved has no kind.
  virtual std::string kind() const { return {}; }
  virtual Options values() const { return {}; }
  virtual NamedArrays arrays(bool /*compact*/) const { return {}; }
};

/// A model whose scorers need no preparation: `S` is made from the treebank and the given arguments.
template <class S, class... Arguments>
class ModelOf final : public Model {
 public:
  explicit ModelOf(Arguments... arguments)
      : make_([=](const Treebank& treebank) { return std::make_unique<S>(treebank, arguments...); }) {}
  MakeScorer scorers(const Treebank& treebank) const override {
    return [this, &treebank] { return make_(treebank); };
  }

 private:
  std::function<std::unique_ptr<Scorer>(const Treebank&)> make_;
};

}  // namespace dodona
