// Tag-context shortcuts: transitions that a greedy parser always makes in a context of tags, and need not score.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "features/atom_values.h"
#include "features/hashing.h"
#include "transitions/legal.h"

namespace dodona {

/// In some contexts, such as a determiner on top of the stack, a noun at the front of the buffer and a verb behind it,
/// a parser always makes the same transition, whatever the words are. Greedy search makes it there without scoring. The
/// contexts are learnt from the training data (training/shortcuts.h).
class Shortcuts {
 public:
  struct Shortcut {
    std::uint64_t context;
    TransitionId transition;
    bool operator==(const Shortcut&) const = default;
  };

  Shortcuts() = default;
  /// `tag` is the number of the attribute that holds the tag, `transitions` the number of transitions. Throws
  /// std::invalid_argument if a shortcut, which may come from a hostile file, is not valid.
  Shortcuts(std::span<const Shortcut> shortcuts, std::size_t tag, std::size_t transitions);

  /// All of them, ordered by context.
  const std::vector<Shortcut>& all() const { return all_; }

  /// The transition to make in `c`, if there is a shortcut and it is legal.
  template <class C>
  std::optional<TransitionId> find(const C& c, WordValues words, const LegalTransitions& legal) const {
    if (all_.empty()) return std::nullopt;
    const TransitionId id = look_up(context_of(c, words, tag_, legal.moves));
    if (id == kMissing) return std::nullopt;
    for (const TransitionRange range : legal)
      if (range.begin <= id && id < range.end) return id;
    return std::nullopt;
  }

  /// The context of a configuration: the tags of s0, b0 and b1, the label of s0, whether s0 and b0 are neighbours, and
  /// the legal moves, hashed to an odd number.
  template <class C>
  static std::uint64_t context_of(const C& c, WordValues words, std::size_t tag, MoveSet legal) {
    const Node s0 = c.stack(0), b0 = c.buffer(0), b1 = c.buffer(1);
    const auto tag_of = [&](Node node) { return node == kNone ? kNoValue : words(node, tag); };
    const std::uint64_t label = static_cast<std::uint64_t>(arcs_of(c, s0).label + 1);
    // Five bits for the moves, as in saved models.
    const std::uint64_t others = (label << 1 | static_cast<std::uint64_t>(s0 + 1 == b0)) << 5 | legal.bits();
    return (factor_of(0) * tag_of(s0) + factor_of(1) * tag_of(b0) + factor_of(2) * tag_of(b1) + factor_of(3) * others) |
           1;
  }

 private:
  static constexpr TransitionId kMissing = static_cast<TransitionId>(-1);

  // Most contexts have no shortcut, so a lookup reads only contexts. They are odd; 0 marks a free place.
  TransitionId look_up(std::uint64_t context) const {
    std::size_t at = static_cast<std::size_t>(context >> shift_);
    while (contexts_[at] != context) {
      if (contexts_[at] == 0) return kMissing;
      at = (at + 1) & (contexts_.size() - 1);
    }
    return transitions_[at];
  }

  std::vector<Shortcut> all_;
  std::vector<std::uint64_t> contexts_;  // linear probing; a power of two, at most half full
  std::vector<TransitionId> transitions_;
  int shift_ = 0;
  std::size_t tag_ = 0;
};

}  // namespace dodona
