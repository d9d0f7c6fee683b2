// Best-first search (Sagae and Lavie 2006; Zhao, Cross and Huang 2013): the most probable sequence of transitions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/argmax.h"
#include "base/interrupt.h"
#include "transitions/legal.h"

namespace dodona {

/// Expands the most probable hypothesis of an agenda until that is a finished one.
///
/// The log-probability of a hypothesis is the sum of those of its transitions, so that no successor is more probable:
/// the first finished hypothesis that is taken from the agenda is the most probable of all. There are at most 1/p
/// hypotheses of each length with a probability above p, which bounds the work on a sentence that has a probable tree.
///
/// Of hypotheses with the same stack, buffer and arcs, only the first, which is the most probable one, is expanded.
/// Ties go to the successor of the hypothesis that was taken last, then to the transition with the lowest number.
///
/// Hypotheses do not keep their configurations, which are made again by repeating their transitions, and the agenda
/// keeps no more of them than can still be taken: memory is linear in `most`.
///
/// Scores come from a source: `source.score(c)` gives one for each transition, valid until the next call, and
/// `source.normaliser(legal, scores)`, subtracted from them, makes them log-probabilities.
class BestFirst {
 public:
  enum class Outcome : std::uint8_t {
    found,   ///< the most probable hypothesis, which is above the bound
    none,    ///< no finished hypothesis is above the bound
    unknown  ///< `most` hypotheses were not enough
  };

  /// Takes at most this many hypotheses of a sentence from the agenda.
  BestFirst(const TransitionSet& transitions, std::size_t most)
      : transitions_(transitions), most_(most), pool_(std::make_unique<ArcsPool>()), c_(SharedArcs(*pool_)),
        other_(SharedArcs(*pool_)) {}

  /// Searches a sentence for a finished hypothesis with a sum above `bound`.
  template <class System, class Source>
  Outcome search(const System& system, Source& source, Node words,
                 double bound = -std::numeric_limits<double>::infinity()) {
    agenda_.clear();
    history_.clear();
    expanded_.clear();
    words_ = words;
    at_ = kBeginning;
    score_ = 0;
    system.start(c_, words);
    for (std::size_t left = most_; !system.finished(c_); --left) {
      if (left == 0) return Outcome::unknown;
      poll_interrupt();
      if (is_new(system)) expand(system, source, bound);
      if (agenda_.empty()) return Outcome::none;
      keep_best(left);
      take(system);
    }
    return Outcome::found;
  }

  /// The hypothesis that was taken last: the most probable one if it was found.
  SharedConfiguration& configuration() { return c_; }
  double score() const { return score_; }

 private:
  using Place = std::uint32_t;  // in the history
  static constexpr Place kBeginning = std::numeric_limits<Place>::max();

  struct Step {
    Place before;
    TransitionId transition;
  };
  // A hypothesis: that at a place of the history, and one transition more.
  struct Candidate {
    double score;
    Place from;
    TransitionId id;
  };
  static bool better(const Candidate& a, const Candidate& b) {
    if (a.score != b.score) return a.score > b.score;
    return a.from != b.from ? a.from > b.from : a.id < b.id;
  }
  static bool worse(const Candidate& a, const Candidate& b) { return better(b, a); }

  // Whether no hypothesis with the same configuration has been expanded.
  template <class System>
  bool is_new(const System& system) {
    const auto [known, is_first] = expanded_.try_emplace(c_.fingerprint(), at_);
    if (is_first) return true;
    repeat(system, other_, known->second);
    return !(other_ == c_);
  }

  // Puts the successors above the bound into the agenda.
  template <class System, class Source>
  void expand(const System& system, Source& source, double bound) {
    const LegalTransitions legal(system, transitions_, c_);
    const float* const scores = source.score(c_);
    const double normaliser = source.normaliser(legal, scores);
    for (const TransitionRange range : legal)
      for_at_least(scores + range.begin, range.end - range.begin, bound - score_ + normaliser, [&](std::size_t i) {
        const TransitionId id = range.begin + static_cast<TransitionId>(i);
        // In this order, rounding makes no successor more probable.
        const double score = score_ + (static_cast<double>(scores[id]) - normaliser);
        if (score <= bound) return;
        agenda_.push_back({score, at_, id});
        std::ranges::push_heap(agenda_, worse);
      });
  }

  // Drops hypotheses that `left` more would be taken before.
  void keep_best(std::size_t left) {
    if (agenda_.size() / 2 < left) return;
    const auto end = agenda_.begin() + static_cast<std::ptrdiff_t>(left);
    std::ranges::nth_element(agenda_, end, better);
    agenda_.erase(end, agenda_.end());
    std::ranges::make_heap(agenda_, worse);
  }

  // Takes the most probable hypothesis from the agenda and makes its configuration.
  template <class System>
  void take(const System& system) {
    std::ranges::pop_heap(agenda_, worse);
    const Candidate taken = agenda_.back();
    agenda_.pop_back();
    if (taken.from != at_) repeat(system, c_, taken.from);
    apply(system, c_, taken.id);
    at_ = static_cast<Place>(history_.size());
    history_.push_back({taken.from, taken.id});
    score_ = taken.score;
  }

  // Makes the configuration at a place of the history.
  template <class System>
  void repeat(const System& system, SharedConfiguration& c, Place place) {
    path_.clear();
    for (; place != kBeginning; place = history_[place].before) path_.push_back(history_[place].transition);
    system.start(c, words_);
    for (auto id = path_.rbegin(); id != path_.rend(); ++id) {
      apply(system, c, *id);
      if constexpr (may_have<System>(Move::swap)) poll_interrupt_if(transitions_[*id].move == Move::swap);
    }
  }

  template <class System>
  void apply(const System& system, SharedConfiguration& c, TransitionId id) const {
    system.apply(c, transitions_[id].move, transitions_[id].label);
  }

  const TransitionSet& transitions_;
  std::size_t most_;
  std::unique_ptr<ArcsPool> pool_;  // stays where it is when a search is moved
  SharedConfiguration c_, other_;
  Node words_ = 0;
  Place at_ = kBeginning;  // of c_
  double score_ = 0;
  std::vector<Candidate> agenda_;                      // a heap
  std::vector<Step> history_;                          // of the hypotheses taken, as a tree
  std::unordered_map<std::uint64_t, Place> expanded_;  // by fingerprint
  std::vector<TransitionId> path_;
};

}  // namespace dodona
