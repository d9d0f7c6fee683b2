#include "scoring/linear/linear_model.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/target_clones.h"
#include "scoring/score_cache.h"

namespace dodona {
namespace {

// The references of the weights of all indexed features.
template <class Weights>
HugeVector<std::uint32_t> index_of_features(const TemplateSet& templates, const IndexedTemplates& indexed,
                                            const Weights& weights) {
  HugeVector<std::uint32_t> index(indexed.size);
  for_indexed_features(templates, indexed,
                       [&](std::uint32_t place, FeatureKey key) { index[place] = weights.reference_of(key); });
  return index;
}

DODONA_CLONES
void to_floats(const std::int16_t* from, std::size_t count, float* to) {
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<float>(from[i]);
}

}  // namespace

/// Keeps the sums that depend only on the top of the stack or on the front of the buffer: the buffer's until its front
/// moves, the stack's for each word. This saves a sixth of the time. (Parsing several sentences in lockstep, to hide
/// memory latency, saved nothing.)
template <class Weights>
class LinearScorer final : public Scorer {
 public:
  LinearScorer(const LinearModel<Weights>& model, std::shared_ptr<const EncodedSentences> sentences)
      : model_(model), sentences_(std::move(sentences)), extractor_(model.parts_),
        stack_(model.weights_, extractor_.stack()), buffer_(model.weights_, extractor_.buffer()),
        rest_(model.weights_, extractor_.rest()), scores_(model.spec().transitions.size()), cache_(scores_.size()) {}

  void start(std::size_t sentence) override {
    words_ = {(*sentences_)[sentence].data(), sentences_->attributes};
    const Node length = sentences_->words(sentence);
    extractor_.start(words_, length);
    kept_.resize((static_cast<std::size_t>(length) + 1) * model_.weights_.columns());
    cache_.start();
  }

  const float* score(const Configuration& c) override { return in_floats(sums(c)); }
  // The hypotheses of a beam often have the same features.
  const float* score(const SharedConfiguration& c) override {
    return cache_(model_.feature_set().extractor.context(c), [&] { return in_floats(sums(c)); });
  }

  std::optional<TransitionId> shortcut(const Configuration& c, const LegalTransitions& legal) override {
    return model_.shortcuts_.find(c, words_, legal);
  }
  std::optional<TransitionId> shortcut(const SharedConfiguration& c, const LegalTransitions& legal) override {
    return model_.shortcuts_.find(c, words_, legal);
  }
  TransitionId best(const Configuration& c, const LegalTransitions& legal) override {
    const std::optional<TransitionId> found = model_.shortcuts_.find(c, words_, legal);
    return found ? *found : highest_scoring(sums(c), legal, find_first_padded);
  }
  using Scorer::best;

 private:
  const float* in_floats(const std::int16_t* sums) {
    to_floats(sums, scores_.size(), scores_.data());
    return scores_.data();
  }

  template <class C>
  const std::int16_t* sums(const C& c) {
    const Weights& weights = model_.weights_;
    extractor_.look_at(c);
    const bool stack_is_new = extractor_.stack_is_new(), buffer_is_new = extractor_.buffer_is_new();
    // Request all memory first, then read it.
    weights.request(extractor_.rest(), rest_);
    if (stack_is_new) weights.request(extractor_.stack(), stack_);
    if (buffer_is_new) weights.request(extractor_.buffer(), buffer_);
    weights.look_up(extractor_.rest(), model_.index_, rest_);
    if (stack_is_new) weights.look_up(extractor_.stack(), model_.index_, stack_);
    if (buffer_is_new) weights.look_up(extractor_.buffer(), model_.index_, buffer_);

    std::array<const std::int16_t*, 2> kept;
    std::size_t count = 0;
    if (buffer_is_new) weights.sum(buffer_, {});
    kept[count++] = buffer_.scores.data();
    if (extractor_.top() != kNone) {
      std::int16_t* const of_stack = &kept_[static_cast<std::size_t>(extractor_.top()) * weights.columns()];
      if (stack_is_new) weights.sum(stack_, {}, of_stack);
      kept[count++] = of_stack;
    }
    return weights.sum(rest_, std::span(kept).first(count));
  }

  using Workspace = typename Weights::Workspace;

  const LinearModel<Weights>& model_;
  std::shared_ptr<const EncodedSentences> sentences_;
  WordValues words_{};
  IncrementalExtractor extractor_;
  Workspace stack_, buffer_, rest_;
  std::vector<std::int16_t> kept_;  // the stack's sums for each word
  std::vector<float> scores_;
  ScoreCache cache_;
};

template <class Weights>
LinearModel<Weights>::LinearModel(std::shared_ptr<const ParserSpec> spec, std::shared_ptr<const FeatureSet> features,
                                  Weights weights)
    : FeatureModel(std::move(spec), std::move(features)), weights_(std::move(weights)),
      indexed_(this->feature_set().templates,
               value_counts(this->feature_set().templates, this->feature_set().encoder, this->spec().labels.size())),
      index_(index_of_features(this->feature_set().templates, indexed_, weights_)),
      parts_(this->feature_set().templates, indexed_) {}

template <class Weights>
MakeScorer LinearModel<Weights>::scorers(const Treebank& treebank) const {
  return [this, sentences = encoded(treebank)] { return std::make_unique<LinearScorer<Weights>>(*this, sentences); };
}

template <class Weights>
void LinearModel<Weights>::set_shortcuts(std::span<const Shortcuts::Shortcut> shortcuts) {
  const std::optional<std::size_t> tag = feature_set().tag_attribute();
  if (!shortcuts.empty() && !tag) throw std::invalid_argument("shortcuts need tags, which no template uses");
  shortcuts_ = Shortcuts(shortcuts, tag.value_or(0), spec().transitions.size());
}

template <class Weights>
Options LinearModel<Weights>::values() const {
  Options values = FeatureModel::values();
  weights_.save(values);
  return values;
}

template <class Weights>
NamedArrays LinearModel<Weights>::arrays(bool compact) const {
  NamedArrays arrays = FeatureModel::arrays(compact);
  weights_.save(arrays, compact);
  if (shortcuts_.all().empty()) return arrays;
  std::vector<std::uint64_t> contexts;
  std::vector<std::uint16_t> transitions;
  for (const Shortcuts::Shortcut& shortcut : shortcuts_.all()) {
    contexts.push_back(shortcut.context);
    transitions.push_back(static_cast<std::uint16_t>(shortcut.transition));
  }
  arrays.emplace("shortcuts.contexts", std::move(contexts));
  arrays.emplace("shortcuts.transitions", std::move(transitions));
  return arrays;
}

template <class Weights>
std::unique_ptr<Model> LinearModel<Weights>::load(std::shared_ptr<const ParserSpec> spec, const Options& values,
                                                  const NamedViews& arrays) {
  Weights weights = Weights::load(spec->transitions.size(), values, arrays);
  auto model = std::make_unique<LinearModel>(std::move(spec), load_features(values, arrays), std::move(weights));
  if (!arrays.contains("shortcuts.contexts")) return model;
  const auto contexts = array_named<std::uint64_t>(arrays, "shortcuts.contexts");
  const auto transitions = array_named<std::uint16_t>(arrays, "shortcuts.transitions");
  if (contexts.size() != transitions.size())
    throw std::invalid_argument("there must be one transition for each shortcut");
  std::vector<Shortcuts::Shortcut> shortcuts;
  for (std::size_t i = 0; i < contexts.size(); ++i) shortcuts.push_back({contexts[i], transitions[i]});
  model->set_shortcuts(shortcuts);
  return model;
}

template class LinearModel<PackedWeights>;
template class LinearModel<HashedWeights>;

}  // namespace dodona
