#include "training/factory.h"

#include <stdexcept>
#include <utility>

#include "learners/registry.h"
#include "training/learning_to_search.h"
#include "training/many_references.h"
#include "training/online.h"
#include "training/structured.h"

namespace dodona {
namespace {

TrainingData data_of(const TrainingInput& input, const Options& options) {
  if (input.references == nullptr) return {input.treebank, input.system, input.oracle, options.real("label_cost")};
  const ArcEager* const system = input.system.as<ArcEager>();
  if (system == nullptr) throw std::invalid_argument("many references need arc-eager");
  return {input.treebank, *input.references, *system};
}

std::uint64_t seed_in(const Options& options) { return static_cast<std::uint64_t>(options.integer("seed")); }

RollOptions roll_options(const Options& options) {
  return {
      options.choice<RollIn>(
          "roll_in", {{"reference", RollIn::reference}, {"learned", RollIn::learned}, {"mixture", RollIn::mixture}}),
      options.choice<RollOut>("roll_out", {{"reference", RollOut::reference},
                                           {"learned", RollOut::learned},
                                           {"mixture", RollOut::mixture},
                                           {"none", RollOut::none}}),
      options.word("mixing") == "step",
      options.number("mixture_alpha"),
      options.count("max_deviations"),
      options.real("label_cost"),
      seed_in(options)};
}

StructuredOptions structured_options(const Options& options) {
  return {options.count("beam"),
          options.choice<UpdateChoice>(
              "update", {{"early", UpdateChoice::early}, {"max-violation", UpdateChoice::max_violation}}),
          options.choice<StepChoice>("learner", {{"perceptron", StepChoice::perceptron},
                                                 {"passive-aggressive", StepChoice::passive_aggressive}}),
          options.number("aggressiveness"),
          options.count("batch"),
          options.choice<GoldSequence>("gold_sequence",
                                       {{"latent", GoldSequence::latent}, {"each-step", GoldSequence::each_step}}),
          seed_in(options)};
}

OnlineOptions online_options(const Options& options) {
  return {options.choice<Policy>("policy", {{"oracle", Policy::oracle},
                                            {"ambiguity", Policy::ambiguity},
                                            {"explore", Policy::explore},
                                            {"sample", Policy::sample}}),
          options.number("explore"), static_cast<int>(options.integer("k")), options.real("label_cost"),
          seed_in(options)};
}

}  // namespace

std::unique_ptr<Trainer> make_trainer(const TrainingInput& input, const Options& options, std::size_t threads) {
  TrainingData data = data_of(input, options);
  const auto features = std::make_shared<FeatureInput>(data.spec, input.treebank, input.templates, input.tag,
                                                       input.lexicon, input.clusters);
  if (learns_to_search(options))
    return std::make_unique<LearningToSearchTrainer>(std::move(data), roll_options(options),
                                                     make_move_then_label_learner(features, options));
  if (options.integer("beam") > 1)
    return std::make_unique<StructuredTrainer>(std::move(data), structured_options(options), threads,
                                               make_sequence_learner(features, options));
  if (input.references != nullptr)
    return std::make_unique<ManyReferencesTrainer>(std::move(data), online_options(options),
                                                   make_learner(features, options));
  return std::make_unique<OnlineTrainer>(std::move(data), online_options(options), make_learner(features, options));
}

}  // namespace dodona
