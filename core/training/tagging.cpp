#include "training/tagging.h"

#include <algorithm>

#include "learners/packing.h"
#include "training/order.h"

namespace dodona {
namespace {

// Also update if the gold tag leads by less than this (greedy only); an update changes scores by about 50.
constexpr float kMargin = 30;

}  // namespace

TaggerTrainer::TaggerTrainer(const Treebank& treebank, const TaggerOptions& options)
    : TaggerTrainer(treebank, options, TagCounts(treebank, options.xpos)) {}

TaggerTrainer::TaggerTrainer(const Treebank& treebank, const TaggerOptions& options, const TagCounts& counts)
    : options_(options), spec_(std::make_shared<TaggerSetup>(options.templates, counts.tags(),
                                                             counts.dictionary(options.known_from, options.closed_from),
                                                             options.clusters)),
      types_(spec_->templates, spec_->dictionary, spec_->clusters.get()),
      learner_({spec_->tags.columns(), 1, options.max_features}), chooser_(spec_->tags),
      beam_(spec_->tags, options.beam), features_(spec_->templates.list()), context_(features_),
      scores_(learner_.padded()), base_(learner_.padded()) {
  read(treebank, counts.tags_of(treebank), 0);
}

void TaggerTrainer::read(const Treebank& treebank, std::vector<TagId> tags, std::uint64_t first) {
  gold_ = std::move(tags);
  begin_ = treebank.word_begin;
  before_ = first;
  types_.clear();
  words_.clear();
  for (const StringId form : treebank[Text::form]) words_.push_back(types_.type_of(*treebank.strings, form));
}

EpochReport TaggerTrainer::epoch(int number, const Interrupt& interrupt) {
  const auto order = order_of_epoch(options_.seed, number, begin_.size() - 1, before_);
  return learn_in_order(order, interrupt, [&](std::size_t sentence, EpochReport& report) {
    first_ = begin_[sentence];
    const std::size_t length = begin_[sentence + 1] - first_;
    sentence_.start(types_, {words_.data() + first_, length});
    if (options_.beam > 1)
      learn_with_beam(length, report);
    else
      learn(length, report);
    learner_.sentence_done();
  });
}

void TaggerTrainer::extract(std::size_t word, FeatureList& out) const {
  out.size = 0;
  spec_->templates.extract_word(types_.values(words_[first_ + word]), out);
  spec_->templates.extract_context(sentence_.view(), word, out);
}

void TaggerTrainer::learn(std::size_t length, EpochReport& report) {
  const TagId none = spec_->tags.none();
  TagId before = none, before_that = none;
  for (std::size_t i = 0; i < length; ++i) {
    const TagId gold = gold_[first_ + i];
    const Dictionary::Entry& entry = types_.entry(words_[first_ + i]);
    TagId tag = gold;
    if (gold == none || !entry.closed || entry.tags.size() > 1) {
      extract(i, features_);
      spec_->templates.extract_history(sentence_.view(), i, spec_->tags, before, before_that, features_);
      learner_.score(features_, scores_.data());
      tag = chooser_.best<float>(entry, scores_.data()).tag;
      ++report.decisions;
      if (tag != gold) {
        ++report.updates;
        if (can_learn(entry, gold)) change(features_, gold, tag);
      } else if (const TagId next = within_margin(entry, gold); next != none) {
        change(features_, gold, next);
      }
    }
    before_that = before;
    before = tag;
  }
}

// Whether a tag is among those that the search considers: not if the tag set lacks it, or a closed word never had it.
bool TaggerTrainer::can_learn(const Dictionary::Entry& entry, TagId gold) const {
  if (gold == spec_->tags.none()) return false;
  return !entry.closed || std::ranges::find(entry.tags, gold) != entry.tags.end();
}

// The best wrong tag if the gold tag leads by less than the margin, otherwise no tag. Without a margin, one update
// would fix each rare word by its form, and nothing more would be learnt from its suffixes.
TagId TaggerTrainer::within_margin(const Dictionary::Entry& entry, TagId gold) {
  ScoredTag<float> next{0, spec_->tags.none()};
  float own = 0;
  chooser_.for_tags<float>(entry, scores_.data(), [&](TagId tag, float score) {
    if (tag == gold)
      own = score;
    else if (next.tag == spec_->tags.none() || score > next.score)
      next = {score, tag};
  });
  return own - next.score < kMargin ? next.tag : spec_->tags.none();
}

// Only the factors that the two tags do not share are updated.
void TaggerTrainer::change(FeatureList& features, TagId better, TagId worse) {
  changes_.clear();
  const auto right = spec_->tags.factors(better), wrong = spec_->tags.factors(worse);
  for (const std::uint16_t factor : right)
    if (std::ranges::find(wrong, factor) == wrong.end()) changes_.push_back({factor, 1.0f});
  for (const std::uint16_t factor : wrong)
    if (std::ranges::find(right, factor) == right.end()) changes_.push_back({factor, -1.0f});
  learner_.add(features, changes_);
}

void TaggerTrainer::learn_with_beam(std::size_t length, EpochReport& report) {
  const TagId none = spec_->tags.none();
  const TagTemplates& templates = spec_->templates;
  const auto gold_at = [&](std::size_t i) { return gold_[first_ + i]; };
  const auto gold_or_none = [&](std::size_t i, std::size_t back) { return i >= back ? gold_at(i - back) : none; };
  const std::span gold_tags = std::span(gold_).subspan(first_, length);
  if (std::ranges::find(gold_tags, none) != gold_tags.end()) return;
  beam_.start();
  double gold_score = 0, greatest = 0;
  std::size_t violation = 0;  // the step after which the best hypothesis leads the gold tags by most
  for (std::size_t i = 0; i < length; ++i) {
    const Dictionary::Entry& entry = types_.entry(words_[first_ + i]);
    extract(i, context_);
    learner_.score(context_, base_.data());
    const auto score_after = [&](TagId before, TagId before_that) {
      features_.size = 0;
      templates.extract_history(sentence_.view(), i, spec_->tags, before, before_that, features_);
      learner_.score(features_, scores_.data());
      for (std::size_t column = 0; column < scores_.size(); ++column) scores_[column] += base_[column];
    };
    for (std::uint32_t from = 0; from < beam_.last().size(); ++from) {
      score_after(beam_.last()[from].tag, beam_.last()[from].before);
      chooser_.for_tags<double>(entry, scores_.data(), [&](TagId tag, double score) { beam_.add(from, tag, score); });
    }
    beam_.advance();
    score_after(gold_or_none(i, 1), gold_or_none(i, 2));
    gold_score += chooser_.total<double>(gold_at(i), scores_.data());
    const double lead = beam_.last()[0].score - gold_score;
    if (lead >= greatest) {
      greatest = lead;
      violation = i + 1;
    }
  }
  std::vector<TagId> best(length);
  beam_.trace(violation, 0, best.data());
  report.decisions += length;
  const auto best_or_none = [&](std::size_t i, std::size_t back) { return i >= back ? best[i - back] : none; };
  for (std::size_t i = 0; i < violation; ++i) {
    const bool same_history = gold_or_none(i, 1) == best_or_none(i, 1) && gold_or_none(i, 2) == best_or_none(i, 2);
    report.updates += best[i] != gold_at(i);
    if (same_history && best[i] == gold_at(i)) continue;
    const auto add = [&](TagId tag, TagId before, TagId before_that, float step) {
      features_.size = 0;
      templates.extract_history(sentence_.view(), i, spec_->tags, before, before_that, features_);
      changes_.clear();
      for (const std::uint16_t factor : spec_->tags.factors(tag)) changes_.push_back({factor, step});
      learner_.add(features_, changes_);
    };
    if (best[i] != gold_at(i)) {
      extract(i, context_);
      change(context_, gold_at(i), best[i]);
    }
    add(gold_at(i), gold_or_none(i, 1), gold_or_none(i, 2), 1.0f);
    add(best[i], best_or_none(i, 1), best_or_none(i, 2), -1.0f);
  }
}

Tagger TaggerTrainer::tagger(float prune) const { return {spec_, pack(learner_, prune)}; }

}  // namespace dodona
