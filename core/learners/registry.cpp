#include "learners/registry.h"

#include <optional>
#include <stdexcept>
#include <utility>

#include "learners/adagrad_rda.h"
#include "learners/averaged_perceptron.h"
#include "learners/hashed_rows.h"
#include "learners/passive_aggressive.h"

namespace dodona {
namespace {

using Input = std::shared_ptr<FeatureInput>;

template <class Weights>
std::unique_ptr<Learner> linear(const Input& input, Weights weights) {
  return std::make_unique<LinearLearner<Weights>>(input, std::move(weights));
}

bool is_hashed(const Options& options) { return options.integer("hash_kernel") != 0; }
HashedRows hashed_rows(const FeatureInput& input, const Options& options) {
  return {input.spec->transitions.size(), options.count("hash_kernel"), input.features->extractor.templates()};
}

// `max_features` bounds tables of features.
std::size_t max_features(const Options& options) { return options.count("max_features"); }

std::unique_ptr<Learner> perceptron(const Input& input, const Options& options) {
  const float margin = options.real("margin");
  if (is_hashed(options)) return linear(input, HashedPerceptron(hashed_rows(*input, options), margin));
  const auto min_updates = static_cast<std::uint8_t>(options.integer("min_updates"));
  return linear(input,
                AveragedPerceptron({input->spec->transitions.size(), min_updates, max_features(options)}, margin));
}

std::unique_ptr<Learner> adagrad_rda(const Input& input, const Options& options) {
  std::size_t words = 0;
  for (std::size_t i = 0; i < input->sentences.sentences(); ++i)
    words += static_cast<std::size_t>(input->sentences.words(i));
  return linear(input,
                AdaGradRda(input->spec->transitions.size(), {options.real("alpha"), options.real("rho"),
                                                             options.number("l1") / static_cast<double>(words)}));
}

std::unique_ptr<Learner> passive_aggressive(const Input& input, const Options& options) {
  const PassiveAggressiveOptions how{
      options.real("aggressiveness"),
      options.choice<CostSensitive>("cost_sensitive", {{"no", CostSensitive::no},
                                                       {"max-loss", CostSensitive::max_loss},
                                                       {"prediction", CostSensitive::prediction}})};
  if (is_hashed(options))
    return linear(input, PassiveAggressiveOn(HashedPerceptron(hashed_rows(*input, options)), how));
  return linear(
      input, PassiveAggressive(AveragedPerceptron({input->spec->transitions.size(), 1, max_features(options)}), how));
}

// The learners of learning to search, by what their regressions predict.
std::optional<Reduction> reduction_of(const std::string& learner) {
  for (const auto& [name, reduction] : {std::pair{"csoaa", Reduction::csoaa},
                                        {"multiclass", Reduction::multiclass},
                                        {"max-margin", Reduction::max_margin},
                                        {"softmax-margin", Reduction::softmax_margin}})
    if (learner == name) return reduction;
  return std::nullopt;
}

}  // namespace

std::unique_ptr<Learner> make_learner(std::shared_ptr<FeatureInput> input, const Options& options) {
  using Make = std::unique_ptr<Learner> (*)(const Input&, const Options&);
  return options.choice<Make>("learner", {{"perceptron", perceptron},
                                          {"adagrad-rda", adagrad_rda},
                                          {"passive-aggressive", passive_aggressive}})(input, options);
}

// The weights are the perceptron's, also with passive-aggressive steps: the trainer computes the step.
std::unique_ptr<SequenceLearner> make_sequence_learner(std::shared_ptr<FeatureInput> input, const Options& options) {
  if (is_hashed(options))
    return std::make_unique<LinearSequenceLearner<HashedPerceptron>>(input,
                                                                     HashedPerceptron(hashed_rows(*input, options)));
  return std::make_unique<LinearSequenceLearner<AveragedPerceptron>>(
      input, AveragedPerceptron({input->spec->transitions.size(), 1, max_features(options)}));
}

bool learns_to_search(const Options& options) { return reduction_of(options.word("learner")).has_value(); }

std::unique_ptr<MoveThenLabelLearner> make_move_then_label_learner(std::shared_ptr<FeatureInput> input,
                                                                   const Options& options) {
  const double rate = options.number("rate");
  CostSensitiveOptions how;
  how.reduction = reduction_of(options.word("learner")).value();
  how.update.rule = options.choice<UpdateRule>(
      "rule", {{"sgd", UpdateRule::sgd}, {"sgd+", UpdateRule::sgd_plus}, {"ftrl", UpdateRule::ftrl}});
  how.update.rate = how.update.alpha = rate;
  how.update.power_t = 0;
  how.update.averages = true;
  how.hidden = options.count("hidden");
  how.shared = options.word("layer") == "shared";
  how.bits = options.count("hash_kernel");
  how.seed = static_cast<std::uint64_t>(options.integer("seed"));
  return std::make_unique<MoveThenLabelLearner>(std::move(input), how, options.number("dropout"));
}

}  // namespace dodona
