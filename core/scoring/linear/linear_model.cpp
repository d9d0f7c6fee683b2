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

/// With compiled templates, sums that depend only on the top of the stack or the front of the buffer are kept: the
/// buffer's until its front moves, the stack's for each word. That saves a sixth of the time. (Parsing several
/// sentences in lockstep, to hide memory latency, saved nothing.) Other templates are extracted whole: parts and a
/// table for them, too, would save 7 to 12% of the time.
template <class Weights>
class LinearScorer final : public Scorer {
 public:
  LinearScorer(const LinearModel<Weights>& model, std::shared_ptr<const EncodedSentences> sentences)
      : model_(model), sentences_(std::move(sentences)), features_(model.feature_set().extractor.list()),
        all_(model.weights_, features_), scores_(model.spec().transitions.size()), cache_(scores_.size()) {
    if (model.parts_) parts_.emplace(model.weights_, *model.parts_);
  }

  void start(std::size_t sentence) override {
    words_ = {(*sentences_)[sentence].data(), sentences_->attributes};
    if (parts_) parts_->start(words_, sentences_->words(sentence), model_.weights_.columns());
    cache_.start();
  }

  const float* score(const Configuration& c) override { return in_floats(sums(c)); }
  // The hypotheses of a beam often look the same to the templates.
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
  using Workspace = typename Weights::Workspace;
  struct Parts {
    Parts(const Weights& weights, const PartExtractors& extractors)
        : extractor(extractors), stack(weights, extractor.stack()), buffer(weights, extractor.buffer()),
          rest(weights, extractor.rest()) {}
    void start(WordValues words, Node length, std::size_t columns) {
      extractor.start(words, length);
      kept.resize((static_cast<std::size_t>(length) + 1) * columns);
    }

    IncrementalExtractor extractor;
    Workspace stack, buffer, rest;
    std::vector<std::int16_t> kept;  // the stack's sums for each word
  };

  const float* in_floats(const std::int16_t* sums) {
    to_floats(sums, scores_.size(), scores_.data());
    return scores_.data();
  }

  template <class C>
  const std::int16_t* sums(const C& c) {
    if (parts_) return sums_of_parts(c, *parts_);
    model_.feature_set().extractor.extract(c, words_, features_);
    return model_.weights_.score(features_, all_);
  }

  template <class C>
  const std::int16_t* sums_of_parts(const C& c, Parts& parts) {
    const Weights& weights = model_.weights_;
    IncrementalExtractor& extractor = parts.extractor;
    extractor.look_at(c);
    const bool stack_is_new = extractor.stack_is_new(), buffer_is_new = extractor.buffer_is_new();
    // Request all memory first, then read it.
    weights.request(extractor.rest(), parts.rest);
    if (stack_is_new) weights.request(extractor.stack(), parts.stack);
    if (buffer_is_new) weights.request(extractor.buffer(), parts.buffer);
    weights.look_up(extractor.rest(), model_.index_, parts.rest);
    if (stack_is_new) weights.look_up(extractor.stack(), model_.index_, parts.stack);
    if (buffer_is_new) weights.look_up(extractor.buffer(), model_.index_, parts.buffer);

    if (buffer_is_new) weights.sum(parts.buffer, {});
    std::array<const std::int16_t*, 2> kept{parts.buffer.scores.data()};
    if (extractor.top() == kNone) return weights.sum(parts.rest, std::span(kept).first(1));
    std::int16_t* const of_stack = &parts.kept[static_cast<std::size_t>(extractor.top()) * weights.columns()];
    if (stack_is_new) weights.sum(parts.stack, {}, of_stack);
    kept[1] = of_stack;
    return weights.sum(parts.rest, kept);
  }

  const LinearModel<Weights>& model_;
  std::shared_ptr<const EncodedSentences> sentences_;
  WordValues words_{};
  FeatureList features_;
  Workspace all_;
  std::optional<Parts> parts_;
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
      parts_(indexed_.code == nullptr ? std::nullopt
                                      : std::optional(part_extractors(this->feature_set().templates, indexed_))) {}

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
