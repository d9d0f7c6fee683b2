// Passive-aggressive learning (Crammer et al. 2006), optionally cost-sensitive.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>

#include "learners/averaged_perceptron.h"
#include "learners/decision.h"
#include "learners/hashed_perceptron.h"

namespace dodona {

/// The margin by which a transition with a cost must score below the best zero-cost one (t_o), and the transition that
/// is compared:
///
///     no           1; the one with the highest score
///     max_loss     the root of its cost; the one with the highest score + root (their section 8, ML)
///     prediction   the root of its cost; the predicted one, so only mistakes are learnt from (PB)
enum class CostSensitive : std::uint8_t { no, max_loss, prediction };

struct PassiveAggressiveOptions {
  float aggressiveness = 0.01f;  ///< the greatest step (their C)
  CostSensitive cost_sensitive = CostSensitive::no;
};

/// If the margin is violated, makes the smallest step that restores it, but at most `aggressiveness` (PA-I):
///
///     loss = margin + score(t) - score(t_o)
///     step = min(C, loss / |phi(c, t_o) - phi(c, t)|^2)
///     w   += step (phi(c, t_o) - phi(c, t))
///
/// Weights and averages are stored as the perceptron's are, in a table or in a hash kernel. In the latter, the step
/// ignores that features may share weights.
template <class Weights>
class PassiveAggressiveOn {
 public:
  static constexpr bool kNeedsCosts = true;

  PassiveAggressiveOn(Weights weights, const PassiveAggressiveOptions& options)
      : weights_(std::move(weights)), options_(options) {}
  PassiveAggressiveOn(std::size_t transitions, const PassiveAggressiveOptions& options)
    requires std::constructible_from<Weights, std::size_t>
      : PassiveAggressiveOn(Weights(transitions), options) {}

  std::size_t transitions() const { return weights_.transitions(); }
  std::size_t padded() const { return weights_.padded(); }
  std::size_t features() const { return weights_.features(); }
  void score(const FeatureList& features, float* scores) { weights_.score(features, scores); }
  void learn(const FeatureList& features, const Decision& decision);
  void sentence_done() { weights_.sentence_done(); }
  const Weights& weights() const { return weights_; }
  template <class F>
  void for_weights(F visit) const {
    weights_.for_weights(visit);
  }

  using State = typename Weights::State;
  State state() const { return weights_.state(); }
  void restore(const State& state, std::size_t templates) { weights_.restore(state, templates); }

 private:
  struct Rival {
    TransitionId transition;
    float margin;
  };
  std::optional<Rival> rival(const Decision& decision) const;

  Weights weights_;
  PassiveAggressiveOptions options_;
};

using PassiveAggressive = PassiveAggressiveOn<AveragedPerceptron>;
extern template class PassiveAggressiveOn<AveragedPerceptron>;
extern template class PassiveAggressiveOn<HashedPerceptron>;

}  // namespace dodona
