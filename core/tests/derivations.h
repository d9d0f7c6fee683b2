// Exhaustive search over the derivations of a sentence: the definitions that oracles are tested against.
#pragma once

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "oracles/gold.h"
#include "transitions/system.h"
#include "trees.h"

namespace dodona {

/// All labels are 0: labels do not matter here.
inline Gold gold_tree(const Heads& heads) { return Gold(heads, std::vector<Label>(heads.size(), 0), 0); }

/// Everything that affects future moves: the stack, the buffer, and which words of the stack have a head, the root or
/// another. (Only in arc-eager and swap-eager can words with a head stay in the stack.)
inline std::u32string key_of(const Configuration& c) {
  std::u32string key;
  for (const Node node : c.stack())
    key.push_back(static_cast<char32_t>(3 * node + (!c.has_head(node) ? 0 : c.head(node) == 0 ? 1 : 2)));
  key.push_back(static_cast<char32_t>(kNone));
  for (std::size_t i = 0; i < c.buffer_size(); ++i) key.push_back(static_cast<char32_t>(c.buffer(i)));
  return key;
}

inline Configuration after(const TransitionSystem& system, const Configuration& c, Move move) {
  Configuration next = c;
  system.apply(next, move, builds_arc(move) ? 0 : kNoLabel);
  return next;
}

inline std::vector<Move> moves_of(MoveSet set) {
  std::vector<Move> moves;
  for (const Move move : kAllMoves)
    if (set.has(move)) moves.push_back(move);
  return moves;
}

/// Finds which moves keep a tree reachable, and the fewest swaps. Only moves for which `may(configuration, move)` holds
/// are tried.
template <class May>
class Derivations {
 public:
  static constexpr int kNever = 1'000'000;

  Derivations(const TransitionSystem& system, const Gold& gold, May may)
      : system_(system), gold_(gold), may_(std::move(may)) {}

  Configuration start() const {
    Configuration c;
    system_.start(c, gold_.words());
    return c;
  }

  /// The fewest swaps that lead to the tree; kNever if it is unreachable.
  int swaps(const Configuration& c) {
    if (system_.finished(c)) return 0;
    const auto [found, is_new] = swaps_.try_emplace(key_of(c), kNever);
    int& least = found->second;  // references stay valid while the map grows
    if (!is_new) return least;
    for (const Move move : moves_of(system_.legal(c)))
      if (is_right(c, move)) least = std::min(least, (move == Move::swap) + swaps(after(system_, c, move)));
    return least;
  }

  /// The moves after which the tree can be derived.
  MoveSet good(const Configuration& c) {
    MoveSet moves;
    for (const Move move : moves_of(system_.legal(c)))
      if (is_right(c, move) && swaps(after(system_, c, move)) < kNever) moves.add(move);
    return moves;
  }

 private:
  bool is_right(const Configuration& c, Move move) const {
    if (builds_arc(move)) {
      const Arc arc = system_.arc(c, move);
      if (gold_.head(arc.dependent) != arc.head) return false;
    }
    return may_(c, move);
  }

  TransitionSystem system_;
  const Gold& gold_;
  May may_;
  std::unordered_map<std::u32string, int> swaps_;
};

/// The best loss reachable from each configuration.
class Losses {
 public:
  Losses(const TransitionSystem& system, const Gold& gold) : system_(system), gold_(gold) {}

  /// The cost of a legal move by definition: the best loss reachable after it minus the best loss reachable before it.
  float cost(const Configuration& c, Move move) {
    return wrong(c, move) + to_come(after(system_, c, move)) - to_come(c);
  }

  /// Calls visit(configuration) once for each reachable configuration that is not final.
  template <class F>
  void for_all(F visit) {
    Configuration c;
    system_.start(c, gold_.words());
    std::unordered_set<std::u32string> seen;
    walk(c, seen, visit);
  }

  /// The least that words without a head can lose.
  float to_come(const Configuration& c) {
    if (system_.finished(c)) return left_over(c);
    const auto [found, is_new] = to_come_.try_emplace(key_of(c), 1e9f);
    float& least = found->second;
    if (!is_new) return least;
    for (const Move move : moves_of(system_.legal(c)))
      least = std::min(least, wrong(c, move) + to_come(after(system_, c, move)));
    return least;
  }

 private:
  float wrong(const Configuration& c, Move move) const {
    // A word that is reduced without a head is attached to the root at the end, like all words that are left over.
    if (move == Move::reduce && !c.has_head(c.stack(0))) return gold_.head(c.stack(0)) != 0;
    if (!builds_arc(move)) return 0;
    const Arc arc = system_.arc(c, move);
    return gold_.head(arc.dependent) != arc.head;
  }

  float left_over(const Configuration& c) const {
    int lost = 0;
    for (Node word = 1; word <= gold_.words(); ++word)
      lost += (c.in_stack(word) || c.in_buffer(word)) && !c.has_head(word) && gold_.head(word) != 0;
    return static_cast<float>(lost);
  }

  template <class F>
  void walk(const Configuration& c, std::unordered_set<std::u32string>& seen, F& visit) {
    if (system_.finished(c) || !seen.insert(key_of(c)).second) return;
    visit(c);
    for (const Move move : moves_of(system_.legal(c))) walk(after(system_, c, move), seen, visit);
  }

  TransitionSystem system_;
  const Gold& gold_;
  std::unordered_map<std::u32string, float> to_come_;
};

}  // namespace dodona
