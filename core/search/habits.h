// Habits: what a parser does every time, so that it need not be asked.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
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
    if (table_.empty()) return kNone;
    const std::uint64_t context = context_of(c, words, tag_, legal);
    std::size_t at = place_of(context);
    while (table_[at].context != context) {
      if (table_[at].transition == kNone) return kNone;
      at = (at + 1) & (table_.size() - 1);
    }
    const TransitionId id = table_[at].transition;
    if (id == kNone || !legal.has(transitions[id].move)) return kNone;
    const TransitionRange range = labelled(system, transitions, c, transitions[id].move);
    return range.begin <= id && id < range.end ? id : kNone;
  }

  /// What a habit goes by: the tags of s0, b0 and b1, the label of s0, whether s0 and b0 stand side by side, and what is legal; hashed as
  /// features are.
  template <class C>
  static std::uint64_t context_of(const C& c, WordValues words, std::size_t tag, MoveSet legal) {
    const Node s0 = c.stack(0), b0 = c.buffer(0), b1 = c.buffer(1);
    const auto tag_of = [&](Node node) { return node == dodona::kNone ? kNothingToSay : words(node, tag); };
    std::uint64_t moves = 0;
    for (const Move move : kAllMoves) moves = moves << 1 | static_cast<std::uint64_t>(legal.has(move));
    const std::uint64_t label = static_cast<std::uint64_t>(arcs_of(c, s0).label + 1);
    const std::uint64_t others = (label << 1 | static_cast<std::uint64_t>(s0 + 1 == b0)) << kMoves | moves;
    return factor_of(0) * tag_of(s0) + factor_of(1) * tag_of(b0) + factor_of(2) * tag_of(b1) + factor_of(3) * others;
  }

 private:
  std::size_t place_of(std::uint64_t context) const { return static_cast<std::size_t>(context >> shift_); }

  std::vector<Habit> all_;
  std::vector<Habit> table_;  // linear probing; a power of two
  int shift_ = 0;
  std::size_t tag_ = 0;
};

}  // namespace dodona
