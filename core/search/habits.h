// Habits: what a parser does every time, so that it need not be asked.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "features/answers.h"
#include "features/hashing.h"
#include "transitions/legal.h"

namespace dodona {

/// Much of parsing is easy: with a determiner at the top of the stack, a noun at the front of the buffer and a verb behind it, a parser
/// does the same every time, whatever the words are. In such contexts greedy search does what it has always done, without asking
/// the model. Which contexts they are, the training data tells (`habits_of`).
class Habits {
 public:
  struct Habit {
    std::uint64_t context;
    TransitionId transition;
    bool operator==(const Habit&) const = default;
  };
  static constexpr TransitionId kNone = std::numeric_limits<TransitionId>::max();

  Habits() = default;
  /// `tag` is the attribute of words that contexts look at; there are so many `transitions`.
  Habits(std::span<const Habit> habits, std::size_t tag, std::size_t transitions);

  /// All of them, in the order of contexts.
  const std::vector<Habit>& all() const { return all_; }

  /// What habit does here; kNone if it does nothing. Whatever a stranger's model says, nothing illegal.
  template <class System, class C>
  TransitionId operator()(const System& system, const TransitionSet& transitions, const C& c, WordValues words, MoveSet legal) const {
    if (all_.empty()) return kNone;
    const TransitionId id = find(context_of(c, words, tag_, legal));
    if (id == kNone || !legal.has(transitions[id].move)) return kNone;
    const TransitionRange range = labelled(system, transitions, c, transitions[id].move);
    return range.begin <= id && id < range.end ? id : kNone;
  }

  /// What a habit goes by: the tags of s0, b0 and b1, the label of s0, whether s0 and b0 stand side by side, and what is legal; hashed as
  /// features are, to an odd number.
  template <class C>
  static std::uint64_t context_of(const C& c, WordValues words, std::size_t tag, MoveSet legal) {
    const Node s0 = c.stack(0), b0 = c.buffer(0), b1 = c.buffer(1);
    const auto tag_of = [&](Node node) { return node == dodona::kNone ? kNothingToSay : words(node, tag); };
    const std::uint64_t label = static_cast<std::uint64_t>(arcs_of(c, s0).label + 1);
    const std::uint64_t others = (label << 1 | static_cast<std::uint64_t>(s0 + 1 == b0)) << kMoveCount | legal.bits();
    return (factor_of(0) * tag_of(s0) + factor_of(1) * tag_of(b0) + factor_of(2) * tag_of(b1) + factor_of(3) * others) | 1;
  }

 private:
  // Most contexts are no habits, so that looking for one reads nothing but contexts. They are odd: 0 is a free place.
  TransitionId find(std::uint64_t context) const {
    std::size_t at = static_cast<std::size_t>(context >> shift_);
    while (contexts_[at] != context) {
      if (contexts_[at] == 0) return kNone;
      at = (at + 1) & (contexts_.size() - 1);
    }
    return transitions_[at];
  }

  std::vector<Habit> all_;
  std::vector<std::uint64_t> contexts_;  // linear probing; a power of two, at most half of which is taken
  std::vector<TransitionId> transitions_;
  int shift_ = 0;
  std::size_t tag_ = 0;
};

}  // namespace dodona
