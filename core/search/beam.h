// Beam search (Zhang and Clark 2008): the best few sequences of transitions of each length.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/argmax.h"
#include "base/interrupt.h"
#include "transitions/legal.h"
#include "transitions/preview.h"

namespace dodona {

/// Keeps the `width` best hypotheses and extends each by one transition at a time, until all are finished.
///
/// A finished hypothesis stays in the beam and idles: further steps add nothing to its score. That is how derivations
/// of different lengths, which arc-eager and SWAP have, are compared: by the sums over all their transitions, in
/// parsing as in training.
///
/// Hypotheses with the same stack, buffer and arcs have the same future. The best of them stays, and the places of the
/// others go to the next best (`merge`). Ties are broken by the rank of the parent, then by the number of the
/// transition.
///
/// Scores come from a source: `source.score(c)` gives one for each transition, valid until the next call. A source may
/// also have `normaliser(legal, scores)`, which is subtracted from each of them, `bonus(range)`, which is added to
/// those of a run, and `for_choices(c, legal, visit)`, which calls visit(range) for the transitions to consider instead
/// of all legal ones; at least one of them unless the sentence is finished.
class Beam {
 public:
  using Rank = std::uint32_t;
  using Place = std::uint32_t;  ///< in the history
  static constexpr Rank kNowhere = std::numeric_limits<Rank>::max();
  static constexpr Place kBeginning = std::numeric_limits<Place>::max();
  /// The next transition of a finished hypothesis.
  static constexpr TransitionId kIdle = std::numeric_limits<TransitionId>::max();

  struct Hypothesis {
    explicit Hypothesis(ArcsPool& pool) : c(SharedArcs(pool)) {}
    SharedConfiguration c;
    double score = 0;
    Place last = kBeginning;  ///< of its transitions
  };

  Beam(const TransitionSet& transitions, std::size_t width, bool merge = true)
      : transitions_(transitions), width_(std::max<std::size_t>(width, 1)), merge_(merge),
        pool_(std::make_unique<ArcsPool>()), one_(*pool_), other_(*pool_) {}

  /// Begins a sentence: one hypothesis, which is where `gold` is too.
  template <class System>
  void start(const System& system, Node words) {
    history_.clear();
    size_ = 1;
    if (beam_.empty()) beam_.emplace_back(*pool_);
    system.start(beam_[0].c, words);
    beam_[0].score = 0;
    beam_[0].last = kBeginning;
    gold_ = 0;
  }

  /// Searches a sentence until all hypotheses are finished.
  template <class System, class Source>
  void search(const System& system, Source& source, Node words) {
    start(system, words);
    while (step(system, source)) {
    }
  }

  /// Makes a step; false if all hypotheses are finished. `gold` is the next transition of the gold sequence (kIdle if
  /// it is finished): its hypothesis is never merged into another.
  template <class System, class Source>
  bool step(const System& system, Source& source, TransitionId gold = kIdle) {
    poll_interrupt();
    if (!collect(system, source)) return false;
    // A few more candidates than the beam can hold, since some are merged; more of them if that was not enough.
    for (std::size_t wanted = merge_ ? width_ + 2 : width_;; wanted *= 2) {
      pick(wanted);
      if (choose(system, gold)) break;
    }
    make(system, gold);
    return true;
  }

  /// The hypotheses, best first.
  std::span<Hypothesis> hypotheses() { return {beam_.data(), size_}; }
  std::span<const Hypothesis> hypotheses() const { return {beam_.data(), size_}; }
  /// The rank of the gold sequence; kNowhere if it has fallen out.
  Rank gold() const { return gold_; }

  /// The transitions that lead to a place of the history.
  std::vector<TransitionId> sequence(Place last) const {
    std::vector<TransitionId> all;
    for (; last != kBeginning; last = history_[last].before) all.push_back(history_[last].transition);
    std::ranges::reverse(all);
    return all;
  }

 private:
  struct Step {
    Place before;
    TransitionId transition;
  };
  struct Candidate {
    double score;
    Rank from;
    TransitionId id;
  };
  static bool better(const Candidate& a, const Candidate& b) {
    if (a.score != b.score) return a.score > b.score;
    return a.from != b.from ? a.from < b.from : a.id < b.id;
  }

  // Some candidates of one hypothesis: transitions that lie together, and their scores.
  struct Run {
    Rank from;
    TransitionId begin;  // kIdle: the hypothesis is finished
    std::uint32_t count, scores;
    double best;
  };

  // Collects all candidates, in runs; false if all hypotheses are finished.
  template <class System, class Source>
  bool collect(const System& system, Source& source) {
    runs_.clear();
    scores_.clear();
    before_.clear();
    bool more = false;
    for (Rank rank = 0; rank < size_; ++rank) {
      const Hypothesis& each = beam_[rank];
      before_.push_back(each.score);
      if (system.finished(each.c)) {
        runs_.push_back({rank, kIdle, 0, 0, each.score});
        continue;
      }
      more = true;
      const LegalTransitions legal(system, transitions_, each.c);
      const float* const scores = source.score(each.c);
      if constexpr (requires { source.normaliser(legal, scores); }) before_.back() -= source.normaliser(legal, scores);
      const auto add = [&](TransitionRange range) {
        const std::uint32_t count = range.end - range.begin;
        if (count == 0) return;
        const auto first = static_cast<std::uint32_t>(scores_.size());
        scores_.insert(scores_.end(), scores + range.begin, scores + range.end);
        if constexpr (requires { source.bonus(range); })
          if (const float bonus = source.bonus(range); bonus != 0)
            for (float& score : std::span(scores_).last(count)) score += bonus;
        runs_.push_back({rank, range.begin, count, first,
                         before_.back() + static_cast<double>(highest(scores_.data() + first, count))});
      };
      if constexpr (requires { source.for_choices(each.c, legal, add); })
        source.for_choices(each.c, legal, add);
      else
        for (const TransitionRange range : legal) add(range);
    }
    return more;
  }

  // Picks the best candidates, in order: at least `wanted` of them, or all. If `wanted` runs have a candidate with some
  // score, all candidates below it, which are nearly all, can be skipped.
  void pick(std::size_t wanted) {
    candidates_.clear();
    const bool has_floor = runs_.size() > wanted;
    double floor = std::numeric_limits<double>::lowest();
    if (has_floor) {
      bests_.clear();
      for (const Run& run : runs_) bests_.push_back(run.best);
      const auto last = bests_.begin() + static_cast<std::ptrdiff_t>(wanted) - 1;
      std::nth_element(bests_.begin(), last, bests_.end(), std::greater<>());
      floor = *last;
    }
    for (const Run& run : runs_) {
      if (run.best < floor) continue;
      if (run.begin == kIdle) {
        candidates_.push_back({run.best, run.from, kIdle});
        continue;
      }
      const double before = before_[run.from];
      const float* const scores = scores_.data() + run.scores;
      const auto take = [&](std::size_t i) {
        candidates_.push_back(
            {before + static_cast<double>(scores[i]), run.from, run.begin + static_cast<TransitionId>(i)});
      };
      if (has_floor)
        for_at_least(scores, run.count, floor - before, take);
      else
        for (std::size_t i = 0; i < run.count; ++i) take(i);
    }
    const bool too_many = candidates_.size() > wanted * 2;
    if (too_many) {
      std::nth_element(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(wanted) - 1,
                       candidates_.end(), better);
      candidates_.resize(wanted);
    }
    std::sort(candidates_.begin(), candidates_.end(), better);
    has_all_ = !has_floor && !too_many;
  }

  // Chooses the candidates of the next beam; false if there are fewer than the beam is wide, though others were not
  // picked.
  template <class System>
  bool choose(const System& system, TransitionId gold) {
    chosen_.clear();
    uses_.assign(size_, 0);
    if (merge_) seen_.assign(std::bit_ceil(width_ * 2), kNowhere);
    for (const Candidate& candidate : candidates_) {
      if (chosen_.size() == width_) break;
      if (merge_ && is_duplicate(system, candidate) && !is_gold(candidate, gold)) continue;
      ++uses_[candidate.from];
      chosen_.push_back(candidate);
    }
    return chosen_.size() == width_ || has_all_;
  }

  bool is_gold(const Candidate& candidate, TransitionId gold) const {
    return candidate.from == gold_ && candidate.id == gold;
  }

  // Whether a better candidate leads to the same configuration; if not, this one is remembered.
  template <class System>
  bool is_duplicate(const System& system, const Candidate& candidate) {
    Preview preview(beam_[candidate.from].c);
    apply(system, preview, candidate.id);
    const std::size_t mask = seen_.size() - 1;
    std::size_t place = preview.fingerprint() & mask;
    prints_.resize(chosen_.size() + 1);
    for (; seen_[place] != kNowhere; place = (place + 1) & mask)
      if (prints_[seen_[place]] == preview.fingerprint() && is_same(system, candidate, chosen_[seen_[place]]))
        return true;
    seen_[place] = static_cast<Rank>(chosen_.size());
    prints_.back() = preview.fingerprint();
    return false;
  }

  template <class System>
  bool is_same(const System& system, const Candidate& a, const Candidate& b) {
    one_.c = beam_[a.from].c;
    other_.c = beam_[b.from].c;
    apply(system, one_.c, a.id);
    apply(system, other_.c, b.id);
    return one_.c == other_.c;
  }

  template <class System, class C>
  void apply(const System& system, C& c, TransitionId id) const {
    if (id != kIdle) system.apply(c, transitions_[id].move, transitions_[id].label);
  }

  // Makes the configurations of the chosen candidates. The last successor of a hypothesis takes over its configuration.
  template <class System>
  void make(const System& system, TransitionId gold) {
    Rank new_gold = kNowhere;
    while (next_.size() < chosen_.size()) next_.emplace_back(*pool_);
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      const Candidate& candidate = chosen_[i];
      Hypothesis &from = beam_[candidate.from], &to = next_[i];
      if (--uses_[candidate.from] == 0)
        std::swap(to.c, from.c);
      else
        to.c = from.c;
      to.score = candidate.score;
      to.last = from.last;
      if (is_gold(candidate, gold)) new_gold = static_cast<Rank>(i);
      if (candidate.id == kIdle) continue;
      apply(system, to.c, candidate.id);
      to.last = static_cast<Place>(history_.size());
      history_.push_back({from.last, candidate.id});
    }
    beam_.swap(next_);
    size_ = chosen_.size();
    gold_ = new_gold;
  }

  const TransitionSet& transitions_;
  std::size_t width_;
  bool merge_;
  std::unique_ptr<ArcsPool> pool_;  // stays where it is when a beam is moved
  Hypothesis one_, other_;
  std::vector<Hypothesis> beam_, next_;
  std::size_t size_ = 0;
  Rank gold_ = kNowhere;
  std::vector<Step> history_;  // of all hypotheses, as a tree: they share their first transitions
  std::vector<Candidate> candidates_, chosen_;
  bool has_all_ = false;  // whether all candidates were picked
  std::vector<Run> runs_;
  std::vector<float> scores_;          // of the runs
  std::vector<double> before_;         // the score of each hypothesis, less its normaliser
  std::vector<double> bests_;          // of the runs, to find a lower bound
  std::vector<std::uint32_t> uses_;    // how many successors each hypothesis has that are not made yet
  std::vector<Rank> seen_;             // the chosen, by fingerprint
  std::vector<std::uint64_t> prints_;  // their fingerprints
};

}  // namespace dodona
