// Passive-aggressive learning (Crammer et al. 2006), optionally cost-sensitive.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "learners/averaged_perceptron.h"
#include "learners/decision.h"
#include "learners/hashed_rows.h"

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
/// The weights, and their average over sentences, are kept as the perceptron's are, in a table or in a hash kernel; in
/// the latter, the step ignores that features may share weights by chance.
template <class Perceptron>
class PassiveAggressiveOn : public Perceptron {
 public:
  static constexpr bool kNeedsCosts = true;

  PassiveAggressiveOn(Perceptron weights, const PassiveAggressiveOptions& options)
      : Perceptron(std::move(weights)), options_(options) {}

  void learn(const FeatureList& features, const Decision& decision);

 private:
  struct Rival {
    TransitionId transition;
    float margin;
  };
  std::optional<Rival> rival(const Decision& decision) const;

  PassiveAggressiveOptions options_;
};

using PassiveAggressive = PassiveAggressiveOn<AveragedPerceptron>;
extern template class PassiveAggressiveOn<AveragedPerceptron>;
extern template class PassiveAggressiveOn<HashedPerceptron>;

}  // namespace dodona
