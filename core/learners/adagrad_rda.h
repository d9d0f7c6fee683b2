// Multi-label logistic regression by AdaGrad-RDA with an L1 penalty (Goldberg 2013, sections 3.1 and 3.2).
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/named_arrays.h"
#include "features/extractor.h"
#include "learners/decision.h"
#include "learners/sparse_rows.h"
#include "transitions/transitions.h"

namespace dodona {

struct AdaGradRdaOptions {
  float alpha = 1;    ///< the learning rate
  float rho = 0.01f;  ///< the ridge
  double lambda = 0;  ///< the L1 penalty for each update
  /// Derivatives up to this may be skipped if the feature has no sums for the transition yet: see learn(). 0 skips
  /// none.
  float tiny = 1e-3f;
};

/// Sums of gradients (g) and of their squares (G), from which weights are computed when they are needed:
///
///     w = alpha shrink(g, J lambda) / sqrt(G + rho)
///     shrink(g, t) = sign(g) max(0, |g| - t)
///
/// after J + 1 updates. (The paper's formula for shrink has a misprint: soft thresholding is meant.)
///
/// The gradient reaches every legal transition, so the sums are far denser than the weights. But a weight is 0 until
/// |g| exceeds J lambda, which with the paper's lambda grows by a tenth per epoch, and most derivatives are a
/// thousandth or less. So a feature begins with a list of the transitions whose derivatives ever exceeded `tiny`; a
/// long list becomes a row with one entry per transition.
class AdaGradRda {
 public:
  AdaGradRda(std::size_t transitions, const AdaGradRdaOptions& options);

  std::size_t transitions() const { return rows_.transitions(); }
  /// Transitions rounded up: sums are made in whole vectors.
  std::size_t padded() const { return rows_.padded(); }
  /// The number of features that have sums.
  std::size_t features() const { return rows_.table().size(); }
  std::uint64_t updates() const { return updates_; }

  /// The sums of the weights of `features`, one per transition; `scores` has room for `padded` of them.
  void score(const FeatureList& features, float* scores);

  /// Makes a step of Algorithm 2. `features` must be those that were scored last.
  ///
  /// If all derivatives are tiny, nothing is stored. Otherwise lists store those that are not, and those of transitions
  /// that are already listed. A coordinate that is skipped n times has lost at most n * tiny of g.
  void learn(const FeatureList& features, const Decision& decision);

  /// The probability of each legal transition of the last decision, as it was before learning from it.
  const float* probabilities() const { return probabilities_.data(); }
  /// The derivative of that decision's log-likelihood by each transition's score.
  const float* gradient() const { return gradient_.data(); }

  void sentence_done() {}

  /// Calls visit(key, template, span of weights that are not 0) for every feature that has any.
  template <class F>
  void for_weights(F visit) const;

  /// Everything needed to continue training. `restore` throws std::invalid_argument if the state does not fit together,
  /// or has a template beyond `templates`.
  NamedArrays state() const;
  void restore(const NamedViews& arrays, std::size_t templates);

 private:
  using Cell = FeatureTable::Cell;

  float threshold() const {
    return static_cast<float>(static_cast<double>(updates_ > 0 ? updates_ - 1 : 0) * options_.lambda);
  }
  float weight(float g, float G, float threshold) const {
    const float more = std::abs(g) - threshold;
    return more > 0 ? options_.alpha * (std::copysign(more, g) / std::sqrt(G + options_.rho)) : 0.0f;
  }
  void step(Cell& cell);
  void set_gradient(const Decision& decision);

  SparseRows<float, float> rows_;  // g and G
  AdaGradRdaOptions options_;
  std::uint64_t updates_ = 0;
  // For the current decision.
  std::vector<std::uint32_t> found_;  // where each feature's cell is; kNew if it has none
  std::vector<const float*> found_rows_;
  std::vector<std::uint32_t> found_lists_;
  std::vector<float> probabilities_, gradient_, among_zero_cost_;
  std::vector<TransitionId> worth_noting_;
  std::vector<char> is_worth_noting_;
};

template <class F>
void AdaGradRda::for_weights(F visit) const {
  const float t = threshold();
  std::vector<Weight> weights;
  for (const Cell& cell : rows_.table().cells()) {
    if (cell.key == 0) continue;
    weights.clear();
    rows_.for_each(cell, [&](TransitionId transition, float g, float G) {
      if (const float w = weight(g, G, t); w != 0) weights.push_back({transition, w});
    });
    if (!weights.empty()) visit(cell.key, cell.from, std::span<const Weight>(weights));
  }
}

}  // namespace dodona
