// The search for the best tags of a sentence, greedy or with a beam.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "tagging/dictionary.h"
#include "tagging/tag_set.h"

namespace dodona {

/// Coarse to fine: for words that are not closed, only the tags of the best groups (those of one UPOS) are scored,
/// chosen by the score of the UPOS alone.
inline constexpr std::size_t kGroupsScored = 3;

/// A tag and its score.
template <class Number>
struct ScoredTag {
  Number score;
  TagId tag;
};

/// Computes the scores of tags as sums over their factors.
class TagChooser {
 public:
  explicit TagChooser(const TagSet& tags) : tags_(&tags) {}

  /// Calls visit(tag, score) for each candidate tag of a word; `scores` has one score per factor.
  template <class Total, class Number, class Visit>
  void for_tags(const Dictionary::Entry& entry, const Number* scores, Visit visit) {
    if (entry.closed) {
      for (const TagId tag : entry.tags) visit(tag, total<Total>(tag, scores));
      return;
    }
    std::size_t best[kGroupsScored];
    std::size_t count = 0;
    for (std::size_t group = 0; group < tags_->groups(); ++group) {
      if (count == kGroupsScored && scores[group] <= scores[best[count - 1]]) continue;
      std::size_t place = count < kGroupsScored ? count++ : count - 1;
      for (; place > 0 && scores[group] > scores[best[place - 1]]; --place) best[place] = best[place - 1];
      best[place] = group;
    }
    for (std::size_t i = 0; i < count; ++i)
      for (TagId tag = tags_->group_begin(best[i]); tag < tags_->group_begin(best[i] + 1); ++tag)
        visit(tag, total<Total>(tag, scores));
  }

  /// The best tag; the first of equal ones.
  template <class Total, class Number>
  ScoredTag<Total> best(const Dictionary::Entry& entry, const Number* scores) {
    ScoredTag<Total> found{0, tags_->none()};
    for_tags<Total>(entry, scores, [&](TagId tag, Total score) {
      if (found.tag == tags_->none() || score > found.score) found = {score, tag};
    });
    return found;
  }

  template <class Total, class Number>
  Total total(TagId tag, const Number* scores) const {
    Total sum = 0;
    for (const std::uint16_t factor : tags_->factors(tag)) sum += static_cast<Total>(scores[factor]);
    return sum;
  }

 private:
  const TagSet* tags_;
};

/// A beam over the tags of a sentence. Of hypotheses that end in the same two tags, only the best is kept: they have
/// the same continuations.
template <class Total>
class TagBeam {
 public:
  struct Hypothesis {
    Total score;
    TagId tag, before;
    std::uint32_t from;  // its parent in the step before
  };

  TagBeam(const TagSet& tags, std::size_t width) : none_(tags.none()), width_(width) {}

  void start() {
    steps_.clear();
    steps_.push_back({{0, none_, none_, 0}});
  }
  const std::vector<Hypothesis>& last() const { return steps_.back(); }

  /// Adds a candidate of the next step.
  void add(std::uint32_t from, TagId tag, Total score) {
    const Hypothesis& parent = steps_.back()[from];
    candidates_.push_back({parent.score + score, tag, parent.tag, from});
  }
  /// Keeps the best candidates.
  void advance() {
    const auto better = [](const Hypothesis& a, const Hypothesis& b) {
      if (a.score != b.score) return a.score > b.score;
      return a.from != b.from ? a.from < b.from : a.tag < b.tag;
    };
    std::vector<Hypothesis> kept;
    // More than the width, because some may be duplicates of better ones.
    const std::size_t most = std::min(candidates_.size(), width_ * width_ + width_);
    std::partial_sort(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(most), candidates_.end(),
                      better);
    for (std::size_t i = 0; i < most && kept.size() < width_; ++i) {
      const Hypothesis& next = candidates_[i];
      const bool is_duplicate = std::ranges::any_of(
          kept, [&](const Hypothesis& other) { return other.tag == next.tag && other.before == next.before; });
      if (!is_duplicate) kept.push_back(next);
    }
    steps_.push_back(std::move(kept));
    candidates_.clear();
  }
  /// Writes the tags of a hypothesis.
  void trace(std::size_t step, std::size_t which, TagId* out) const {
    for (; step > 0; --step) {
      const Hypothesis& hypothesis = steps_[step][which];
      out[step - 1] = hypothesis.tag;
      which = hypothesis.from;
    }
  }

 private:
  TagId none_;
  std::size_t width_;
  std::vector<std::vector<Hypothesis>> steps_;
  std::vector<Hypothesis> candidates_;
};

}  // namespace dodona
