#include "scoring/move_then_label/move_then_label_model.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace dodona {
namespace {

std::string saved_name(std::size_t step, const char* what) {
  constexpr const char* kSteps[] = {"moves.", "left.", "right."};
  return std::string(kSteps[step]) + what;
}

}  // namespace

class MoveThenLabelScorer final : public ScorerFor<MoveThenLabelScorer> {
 public:
  MoveThenLabelScorer(const MoveThenLabelModel& model, std::shared_ptr<const EncodedSentences> sentences)
      : model_(model), spec_(model.spec()), sentences_(std::move(sentences)),
        features_(model.feature_set().extractor.list()), move_costs_(model_[MoveThenLabelModel::moves].actions()),
        label_costs_(model_[MoveThenLabelModel::left_labels].actions()), scores_(spec_.transitions.size()) {
    std::size_t most = 0;
    for (const PackedRegressor& regressor : model_.regressors_) most = std::max(most, regressor.columns());
    sums_.resize(most);
  }

  void start(std::size_t sentence) override { words_ = {(*sentences_)[sentence].data(), sentences_->attributes}; }

  template <class C>
  const float* score_any(const C& c) {
    predict_moves(c);
    for (const Move move : kAllMoves) {
      if (!spec_.system.moves().has(move)) continue;
      if (!builds_arc(move)) {
        scores_[spec_.transitions.of(move, false).begin] = -move_costs_[index_of(move)];
        continue;
      }
      predict(MoveThenLabelModel::labels_of(move), label_costs_);
      for (const bool from_root : {false, true}) {
        const TransitionRange range = spec_.transitions.of(move, from_root);
        const float least = least_label_cost(range);
        for (TransitionId id = range.begin; id < range.end; ++id)
          scores_[id] = -(move_costs_[index_of(move)] + (label_cost(id) - least));
      }
    }
    return scores_.data();
  }

  // The transition with the highest score. Labels are predicted only for the best move, if it builds an arc.
  TransitionId best(const Configuration& c, const LegalTransitions& legal) override { return best_any(c, legal); }
  TransitionId best(const SharedConfiguration& c, const LegalTransitions& legal) override { return best_any(c, legal); }

 private:
  template <class C>
  TransitionId best_any(const C& c, const LegalTransitions& legal) {
    predict_moves(c);
    TransitionRange range{};
    float least = 0;
    for (const TransitionRange each : legal) {
      if (each.empty()) continue;
      const float cost = move_costs_[index_of(spec_.transitions[each.begin].move)];
      if (!range.empty() && (cost > least || (cost == least && range.begin < each.begin))) continue;
      least = cost;
      range = each;
    }
    if (range.end - range.begin == 1) return range.begin;
    predict(MoveThenLabelModel::labels_of(spec_.transitions[range.begin].move), label_costs_);
    // Sums are rounded as scores are: if rounding makes labels equal, the first one wins.
    const float least_label = least_label_cost(range);
    for (TransitionId id = range.begin; id < range.end; ++id)
      if (least + (label_cost(id) - least_label) == least) return id;
    return range.begin;  // all costs are NaN
  }

  template <class C>
  void predict_moves(const C& c) {
    model_.feature_set().extractor.extract(c, words_, features_);
    predict(MoveThenLabelModel::moves, move_costs_);
  }

  // For the features that were extracted last.
  void predict(MoveThenLabelModel::Step step, std::vector<float>& costs) {
    const PackedRegressor& regressor = model_[step];
    rows_.clear();
    regressor.request(features_, rows_);
    rows_.push_back(regressor.constant());
    regressor.sum(rows_, sums_.data(), narrow_);
    regressor.costs(sums_.data(), costs.data(), scratch_);
  }

  float label_cost(TransitionId id) const {
    return label_costs_[static_cast<std::size_t>(spec_.transitions[id].label)];
  }
  float least_label_cost(TransitionRange range) const {
    float least = std::numeric_limits<float>::infinity();
    for (TransitionId id = range.begin; id < range.end; ++id) least = std::min(least, label_cost(id));
    return least;
  }

  const MoveThenLabelModel& model_;
  const ParserSpec& spec_;
  std::shared_ptr<const EncodedSentences> sentences_;
  WordValues words_{};
  FeatureList features_;
  std::vector<const std::int16_t*> rows_;
  std::vector<std::int32_t> sums_;
  std::vector<std::int16_t> narrow_;
  std::vector<float> move_costs_, label_costs_, scratch_, scores_;
};

MoveThenLabelModel::MoveThenLabelModel(std::shared_ptr<const ParserSpec> spec,
                                       std::shared_ptr<const FeatureSet> features, Regressors regressors)
    : FeatureModel(std::move(spec), std::move(features)), regressors_(std::move(regressors)) {
  const std::size_t labels = this->spec().labels.size();
  for (const Move move : kAllMoves)
    if (this->spec().system.moves().has(move) && index_of(move) >= regressors_[moves].actions())
      throw std::invalid_argument("the base learners do not fit the moves");
  if (regressors_[left_labels].actions() != labels || regressors_[right_labels].actions() != labels)
    throw std::invalid_argument("the base learners do not fit the labels");
}

MakeScorer MoveThenLabelModel::scorers(const Treebank& treebank) const {
  return [this, sentences = encoded(treebank)] { return std::make_unique<MoveThenLabelScorer>(*this, sentences); };
}

std::size_t MoveThenLabelModel::weights() const {
  std::size_t sum = 0;
  for (const PackedRegressor& regressor : regressors_) sum += regressor.weights();
  return sum;
}

Options MoveThenLabelModel::values() const {
  Options values = FeatureModel::values();
  values.set("hash_kernel", static_cast<std::int64_t>(std::bit_width(regressors_[moves].parts().weights.size())) - 1);
  for (std::size_t step = 0; step < kSteps; ++step) {
    const PackedRegressor::Parts parts = regressors_[step].parts();
    values.set(saved_name(step, "actions"), static_cast<std::int64_t>(parts.actions));
    values.set(saved_name(step, "hidden"), static_cast<std::int64_t>(parts.hidden));
    values.set(saved_name(step, "shared"), static_cast<std::int64_t>(parts.shared));
    values.set(saved_name(step, "scale"), parts.scale);
  }
  return values;
}

NamedArrays MoveThenLabelModel::arrays(bool compact) const {
  NamedArrays arrays = FeatureModel::arrays(compact);
  for (std::size_t step = 0; step < kSteps; ++step) {
    const PackedRegressor::Parts parts = regressors_[step].parts();
    arrays.emplace(saved_name(step, "weights"), std::vector<std::int16_t>(parts.weights.begin(), parts.weights.end()));
    arrays.emplace(saved_name(step, "upper"), std::vector<float>(parts.upper.begin(), parts.upper.end()));
  }
  return arrays;
}

std::unique_ptr<Model> MoveThenLabelModel::load(std::shared_ptr<const ParserSpec> spec, const Options& values,
                                                const NamedViews& arrays) {
  Regressors regressors;
  for (std::size_t step = 0; step < kSteps; ++step) {
    const PackedRegressor::Parts parts{
        values.count(saved_name(step, "actions")),       values.count(saved_name(step, "hidden")),
        values.integer(saved_name(step, "shared")) != 0, array_named<std::int16_t>(arrays, saved_name(step, "weights")),
        values.number(saved_name(step, "scale")),        array_named<float>(arrays, saved_name(step, "upper"))};
    PackedRegressor::check(parts);
    regressors[step] = PackedRegressor(parts);
  }
  return std::make_unique<MoveThenLabelModel>(std::move(spec), load_features(values, arrays), std::move(regressors));
}

}  // namespace dodona
