#include "training/tagging.h"

#include <algorithm>
#include <array>
#include <map>

#include "learners/packing.h"
#include "training/order.h"

namespace dodona {
namespace {

// Also update if the gold tag leads by less than this (greedy only); an update changes scores by about 50.
constexpr float kMargin = 30;

std::shared_ptr<const TaggerSetup> setup_of(const Treebank& treebank, const TaggerOptions& options,
                                            std::vector<TagId>& gold) {
  const StringPool& strings = *treebank.strings;
  // Each combination of strings once: comparing tags by text is slow.
  using Key = std::array<StringId, 3>;
  std::map<Key, TagId> numbers;
  const auto key_of = [&](std::size_t word) {
    return Key{treebank[Text::tag][word], options.xpos ? treebank[Text::fine_tag][word] : kUnspecified,
               treebank[Text::feats][word]};
  };
  const auto tag_of = [&](const Key& key) {
    return Tag{std::string(strings[key[0]]), std::string(strings[key[1]]), std::string(strings[key[2]])};
  };
  for (std::size_t word = 0; word < treebank.words(); ++word) numbers.try_emplace(key_of(word));
  std::vector<Tag> tags;
  for (const auto& [key, number] : numbers) tags.push_back(tag_of(key));
  TagSet set(std::move(tags));
  for (auto& [key, number] : numbers) number = set.find(tag_of(key));
  std::map<std::string_view, std::map<TagId, std::size_t>>
      seen;  // sorted by text, so that the numbers of strings do not matter
  for (std::size_t word = 0; word < treebank.words(); ++word) {
    gold.push_back(numbers.at(key_of(word)));
    ++seen[strings[treebank[Text::form][word]]][gold.back()];
  }
  Dictionary::Parts parts;
  for (const auto& [form, counts] : seen) {
    std::size_t count = 0;
    for (const auto& [tag, times] : counts) count += times;
    if (count < options.known_from) continue;
    parts.forms.emplace_back(form);
    parts.sizes.push_back(static_cast<std::uint16_t>(counts.size()));
    parts.closed.push_back(count >= options.closed_from);
    for (const auto& [tag, times] : counts) parts.tags.push_back(tag);
  }
  Dictionary dictionary(std::move(parts), set);
  return std::make_shared<TaggerSetup>(options.templates, std::move(set), std::move(dictionary));
}

}  // namespace

TaggerTrainer::TaggerTrainer(const Treebank& treebank, const TaggerOptions& options)
    : options_(options), spec_(setup_of(treebank, options, gold_)), begin_(treebank.word_begin),
      types_(spec_->templates, spec_->dictionary), learner_(spec_->tags.columns()), chooser_(spec_->tags),
      beam_(spec_->tags, options.beam), features_(spec_->templates.list()), context_(features_),
      scores_(learner_.padded()), base_(learner_.padded()) {
  for (const StringId form : treebank[Text::form]) words_.push_back(types_.type_of(*treebank.strings, form));
}

EpochReport TaggerTrainer::epoch(int number, const Interrupt& interrupt) {
  const auto order = order_of_epoch(options_.seed, number, begin_.size() - 1);
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
    if (!entry.closed || entry.tags.size() > 1) {
      extract(i, features_);
      spec_->templates.extract_history(sentence_.view(), i, spec_->tags, before, before_that, features_);
      learner_.score(features_, scores_.data());
      tag = chooser_.best<float>(entry, scores_.data()).tag;
      ++report.decisions;
      if (tag != gold) {
        ++report.updates;
        change(features_, gold, tag);
      } else if (const TagId next = within_margin(entry, gold); next != none) {
        change(features_, gold, next);
      }
    }
    before_that = before;
    before = tag;
  }
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
