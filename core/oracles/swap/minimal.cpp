#include "oracles/swap/minimal.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "oracles/swap/attachment_order.h"
#include "oracles/swap/swap_eager.h"
#include "oracles/swap/swap_standard.h"

namespace dodona {
namespace {

// ---- necessary swaps

class PairsOfNodes {
 public:
  explicit PairsOfNodes(Node words) : nodes_(static_cast<std::size_t>(words) + 1), has_(nodes_ * nodes_) {}
  void add(Node one, Node other) { has_[at(one, other)] = 1; }
  bool has(Node one, Node other) const { return has_[at(one, other)] != 0; }

 private:
  std::size_t at(Node one, Node other) const {
    return static_cast<std::size_t>(one) * nodes_ + static_cast<std::size_t>(other);
  }

  std::size_t nodes_;
  std::vector<char> has_;
};

// Which words are attached before which others in every derivation: dependents before their heads, and words between
// the two ends of an arc, both in the text and in the projective order, before the dependent of the arc (words that are
// not inverted are never swapped, so that these can only be attached). Every node is paired with itself, too.
PairsOfNodes attached_before(const Gold& gold, Root root, const ProjectiveOrder& order) {
  const Node words = gold.words();
  PairsOfNodes before(words);
  for (Node word = 1; word <= words; ++word) {
    const Node head = gold.head(word);
    before.add(word, head);
    // A root that stands last is to the right of every word.
    const bool left = head < word && !(head == 0 && root == Root::last);
    const Node first = left ? head : word, last = left ? word : head == 0 ? words + 1 : head;
    for (Node between = first + 1; between < last; ++between)
      if ((first == 0 || order.of(first) < order.of(between)) && (last > words || order.of(between) < order.of(last)))
        before.add(between, word);
  }
  // The transitive closure.
  for (Node by = 0; by <= words; ++by)
    for (Node one = 0; one <= words; ++one)
      if (before.has(one, by))
        for (Node other = 0; other <= words; ++other)
          if (before.has(by, other)) before.add(one, other);
  for (Node node = 0; node <= words; ++node) before.add(node, node);
  return before;
}

// Pairs of words that every derivation swaps, in the order of the text. Not all such pairs are found: their number is a
// lower bound of the number of swaps.
//
// Let x stand before y in the text and after it in the projective order, and suppose that they are never swapped. Then
// x is attached before y gets an arc with a word that stays to the left of x, and y before x gets an arc with a word
// that stays to the right of y. If that contradicts `attached_before`, x and y must be swapped. (The argument is about
// swap-standard; the tests check that it holds for swap-eager.)
class NecessarySwaps {
 public:
  NecessarySwaps(const Gold& gold, Root root, const ProjectiveOrder& order) : necessary_(gold.words()) {
    const PairsOfNodes before = attached_before(gold, root, order);
    // The dependents of the arcs that a word has with words for which `stays` holds.
    const auto dependents_of_arcs = [&](Node word, auto stays, std::vector<Node>& found) {
      found.clear();
      if (stays(gold.head(word))) found.push_back(word);
      for (const Node dependent : gold.dependents(word))
        if (stays(dependent)) found.push_back(dependent);
    };
    std::vector<Node> after_x, after_y;
    const auto any_before = [&](const std::vector<Node>& words, Node word) {
      return std::ranges::any_of(words, [&](Node one) { return before.has(one, word); });
    };
    for (Node x = 1; x <= gold.words(); ++x)
      for (Node y = x + 1; y <= gold.words(); ++y) {
        if (order.of(x) < order.of(y)) continue;
        dependents_of_arcs(
            y, [&](Node w) { return w == 0 ? root == Root::first : w < x && order.of(w) < order.of(x); }, after_x);
        dependents_of_arcs(
            x, [&](Node z) { return z == 0 ? root == Root::last : z > y && order.of(z) > order.of(y); }, after_y);
        if (!any_before(after_x, x) && !any_before(after_y, y) && !(any_before(after_x, y) && any_before(after_y, x)))
          continue;
        necessary_.add(x, y);
        ++count_;
      }
  }

  bool contains(Node x, Node y) const { return necessary_.has(x, y); }
  std::size_t count() const { return count_; }

 private:
  PairsOfNodes necessary_;
  std::size_t count_ = 0;
};

// ---- the search

// The moves of many derivations with common beginnings: each move points to the one before it.
class MoveTree {
 public:
  using Index = std::uint32_t;
  static constexpr Index kNoMove = std::numeric_limits<Index>::max();

  Index add(Index before, Move move) {
    entries_.push_back({before, move});
    return static_cast<Index>(entries_.size() - 1);
  }

  // All moves up to the last one.
  std::vector<Move> path_to(Index last) const {
    std::vector<Move> moves;
    for (Index at = last; at != kNoMove; at = entries_[at].before) moves.push_back(entries_[at].move);
    std::ranges::reverse(moves);
    return moves;
  }

 private:
  struct Entry {
    Index before;
    Move move;
  };
  std::vector<Entry> entries_;
};

// Level by level in the number of swaps that are not necessary, depth first within a level: the first derivation that
// is completed has the fewest swaps. A Problem has
//
//     system(), gold()
//     candidates(c)          the moves that may lead to the tree
//     derivable(c, moves)    those that do; called only where there is a choice
//     necessary_swaps()      a lower bound of the number of swaps
//     is_necessary(c)        whether a SWAP in c is one of them
template <class Problem>
class FewestSwapsSearch {
 public:
  // `best` is the best derivation that is known: only those with fewer swaps are searched for.
  FewestSwapsSearch(const Problem& problem, Derivation best, std::size_t budget)
      : problem_(problem), best_(std::move(best)), budget_(budget) {}

  Derivation run() {
    std::vector<MoveTree::Index> level{MoveTree::kNoMove}, next;
    for (std::size_t swaps = problem_.necessary_swaps(); swaps < best_.swaps && !level.empty();
         ++swaps, level.swap(next))
      while (!level.empty()) {
        MoveTree::Index last = level.back();
        level.pop_back();
        if (!follow(last, level, next)) continue;
        if (best_.within_budget) {
          best_.swaps = swaps;
          best_.moves = moves_.path_to(last);
        }
        return std::move(best_);
      }
    return std::move(best_);
  }

 private:
  // Goes on without swaps; whether the search ends here, with a derivation or over budget. Alternatives are left for
  // later: on this level if they add no swap or a necessary one, on the next if not.
  bool follow(MoveTree::Index& last, std::vector<MoveTree::Index>& level, std::vector<MoveTree::Index>& next) {
    const auto& system = problem_.system();
    Configuration c(problem_.gold().words(), system.root());
    for (const Move move : moves_.path_to(last)) system.apply(c, move, 0);
    while (!system.finished(c)) {
      MoveSet moves = problem_.candidates(c);
      if (moves.has(Move::swap) || (moves.has(Move::shift) && moves.has(Move::right_arc))) {
        if (!visited_.insert(configuration_key(c)).second) return false;  // with no more swaps than here
        if (best_.choices == budget_) {
          best_.within_budget = false;
          return true;
        }
        ++best_.choices;
        poll_interrupt();
        moves = problem_.derivable(c, moves);
      }
      std::optional<Move> first;
      for (const Move move : {Move::left_arc, Move::reduce, Move::right_arc, Move::shift, Move::swap}) {
        if (!moves.has(move)) continue;
        if (!first && move != Move::swap)
          first = move;
        else
          (move == Move::swap && !problem_.is_necessary(c) ? next : level).push_back(moves_.add(last, move));
      }
      if (!first) return false;
      system.apply(c, *first, 0);
      last = moves_.add(last, *first);
    }
    // Unattached words are attached to the root at the end.
    for (Node word = 1; word <= c.words(); ++word)
      if (!c.has_head(word) && problem_.gold().head(word) != 0) return false;
    return true;
  }

  const Problem& problem_;
  Derivation best_;
  std::size_t budget_;
  MoveTree moves_;
  std::unordered_set<std::u32string> visited_;
};

// ---- swap-standard

// NecessarySwaps takes the third power of a sentence's length, and with thousands of swaps the search comes to no end.
constexpr Node kLongestSearched = 1000;
constexpr std::size_t kMostSwapsSearched = 2000;

class SwapStandardProblem {
 public:
  SwapStandardProblem(const Gold& gold, Root root, const ProjectiveOrder& order)
      : system_(root), gold_(gold), order_(order), necessary_(gold, root, order) {}

  const SwapStandard& system() const { return system_; }
  const Gold& gold() const { return gold_; }

  // Those of ND-SW.
  MoveSet candidates(const Configuration& c) const {
    const Move move = eager_move(c, gold_, order_);
    return move == Move::swap ? MoveSet{Move::shift, Move::swap} : MoveSet{move};
  }
  MoveSet derivable(const Configuration& c, MoveSet moves) const {
    return can_shift(c, gold_, order_) ? moves : MoveSet{Move::swap};
  }

  std::size_t necessary_swaps() const { return necessary_.count(); }
  bool is_necessary(const Configuration& c) const { return necessary_.contains(c.stack(1), c.stack(0)); }

 private:
  SwapStandard system_;
  const Gold& gold_;
  const ProjectiveOrder& order_;
  NecessarySwaps necessary_;
};

// Never swaps while it can shift. This is often a derivation with the fewest swaps.
Derivation shift_first_derivation(const Gold& gold, Root root, const ProjectiveOrder& order) {
  return derive(gold, root, [&](const Configuration& c) {
    const Move move = eager_move(c, gold, order);
    return move == Move::swap && can_shift(c, gold, order) ? Move::shift : move;
  });
}

// ---- swap-eager

// The longest sentence for which NecessarySwaps is computed; longer ones are searched without it.
constexpr Node kLongestWithNecessarySwaps = 500;

class SwapEagerProblem {
 public:
  SwapEagerProblem(const SwapEager& system, const Gold& gold, const ProjectiveOrder& order)
      : system_(system), gold_(gold), order_(order) {
    if (!order.is_text_order() && gold.words() <= kLongestWithNecessarySwaps)
      necessary_.emplace(gold, system.root(), order);
  }

  const SwapEager& system() const { return system_; }
  const Gold& gold() const { return gold_; }

  MoveSet candidates(const Configuration& c) const {
    const MoveSet legal = system_.legal(c);
    const Node s = c.stack(0), b = c.buffer(0);
    if (legal.has(Move::left_arc) && gold_.head(s) == b && has_all_dependents(c, gold_, s)) return {Move::left_arc};
    // As in Algorithm 1 of arc-eager, a word is reduced only when b needs a word below it, or when it blocks a swap.
    if (legal.has(Move::reduce) && c.has_head(s) && has_all_dependents(c, gold_, s) &&
        (b <= 0 || next_pair_is_inverted(c) || order_.will_be_swapped(c, b) || is_needed_below(c, b)))
      return {Move::reduce};
    MoveSet moves;
    if (legal.has(Move::swap) && next_pair_is_inverted(c)) moves.add(Move::swap);
    if (b <= 0) {
      if (moves.empty() && legal.has(Move::reduce) && gold_.head(s) == 0)
        moves.add(Move::reduce);  // a word that is attached to the root at the end
      return moves;
    }
    const bool returns = order_.will_be_swapped(c, b);
    const Node head = gold_.head(b);
    const bool takes_none =
        std::ranges::none_of(gold_.dependents(b), [&](Node k) { return c.in_stack(k) && !c.has_head(k); });
    if (legal.has(Move::right_arc) && head == s && takes_none) {
      moves.add(Move::right_arc);
      if (has_all_dependents(c, gold_, b) || (!returns && !is_inverted_with_stack(c, b)))
        return {Move::right_arc};  // it blocks no swap
    }
    // To be swapped with s, to return to the buffer, or to wait for its head.
    const bool is_swapped_with_s = s > 0 && !c.has_head(s) && order_.are_inverted(s, b);
    if (legal.has(Move::shift) && (returns || is_swapped_with_s || (takes_none && !(head > 0 && c.in_stack(head)))))
      moves.add(Move::shift);
    return moves;
  }
  MoveSet derivable(const Configuration&, MoveSet moves) const { return moves; }

  std::size_t necessary_swaps() const { return necessary_ ? necessary_->count() : 0; }
  bool is_necessary(const Configuration& c) const { return necessary_ && necessary_->contains(c.stack(1), c.stack(0)); }

 private:
  // Whether a word below the top has an unbuilt arc with b, or has to be swapped with it.
  bool is_needed_below(const Configuration& c, Node b) const {
    return std::any_of(c.stack().begin(), c.stack().end() - 1, [&](Node k) {
      return gold_.head(b) == k || (k > 0 && !c.has_head(k) && (gold_.head(k) == b || order_.of(k) > order_.of(b)));
    });
  }

  // Whether the two words that SWAP takes next are inverted.
  bool next_pair_is_inverted(const Configuration& c) const {
    const auto [lower, upper] = SwapEager::swappable(c);
    return upper != kNone && order_.of(lower) > order_.of(upper);
  }

  // Whether an unattached word of the stack comes after b in the projective order.
  bool is_inverted_with_stack(const Configuration& c, Node b) const {
    return std::ranges::any_of(c.stack(),
                               [&](Node k) { return k > 0 && !c.has_head(k) && order_.of(k) > order_.of(b); });
  }

  const SwapEager& system_;
  const Gold& gold_;
  const ProjectiveOrder& order_;
  std::optional<NecessarySwaps> necessary_;
};

// ---- the oracles

// The move that a derivation makes in each of its configurations, by 64-bit hashes of their keys: keys are as long as a
// sentence, and a derivation can have hundreds of thousands. A collision would cost one wrong move, and is not to be
// expected.
class RecordedDerivation {
 public:
  template <class System>
  RecordedDerivation(const System& system, const Gold& gold, const std::vector<Move>& moves) {
    Configuration c(gold.words(), system.root());
    for (const Move move : moves) {
      moves_.emplace(hash_of(c), move);
      system.apply(c, move, 0);
    }
  }

  // None in configurations that are not in the derivation.
  std::optional<Move> move_at(const Configuration& c) const {
    const auto found = moves_.find(hash_of(c));
    return found != moves_.end() ? std::optional(found->second) : std::nullopt;
  }

 private:
  static std::size_t hash_of(const Configuration& c) { return std::hash<std::u32string>{}(configuration_key(c)); }

  std::unordered_map<std::size_t, Move> moves_;
};

}  // namespace

Derivation minimal_derivation(const Gold& gold, Root root, const ProjectiveOrder& order, std::size_t budget) {
  Derivation best = lazy_derivation(gold, root, order);
  // A tree that is not projective needs a swap.
  if (best.swaps <= 1) return best;
  if (gold.words() <= kLongestSearched && best.swaps <= kMostSwapsSearched) {
    if (Derivation other = shift_first_derivation(gold, root, order); other.swaps < best.swaps) best = std::move(other);
    const std::size_t hundreds = std::max<std::size_t>(1, static_cast<std::size_t>(gold.words()) / 100);
    best = FewestSwapsSearch(SwapStandardProblem(gold, root, order), std::move(best),
                             std::max<std::size_t>(1, budget / hundreds))
               .run();
    if (best.within_budget) return best;
  }
  best.within_budget = false;
  if (Derivation other = attachment_order_derivation(gold, root, order);
      !other.moves.empty() && other.swaps < best.swaps) {
    best.moves = std::move(other.moves);
    best.swaps = other.swaps;
  }
  return best;
}

Derivation minimal_derivation(const SwapEager& system, const Gold& gold, const ProjectiveOrder& order,
                              std::size_t budget) {
  const auto words = static_cast<std::size_t>(std::max(gold.words(), 1));
  Derivation unknown;
  unknown.swaps = std::numeric_limits<std::size_t>::max();
  Derivation found = FewestSwapsSearch(SwapEagerProblem(system, gold, order), std::move(unknown),
                                       std::min(budget, kSwapEagerWords / words))
                         .run();
  if (found.moves.empty()) found.swaps = 0;
  return found;
}

PreparedOracle minimal_oracle(const SwapStandard& system, const Gold& gold, float) {
  ProjectiveOrder order(gold);
  RecordedDerivation derivation(system, gold, minimal_derivation(gold, system.root(), order).moves);
  return derivation_oracle(
      system, [&gold, order = std::move(order), derivation = std::move(derivation)](const Configuration& c) {
        const std::optional<Move> move = derivation.move_at(c);
        return MoveSet{move ? *move : eager_move(c, gold, order)};
      });
}

PreparedOracle minimal_oracle(const SwapEager& system, const Gold& gold, float label_cost) {
  RecordedDerivation derivation(system, gold, minimal_derivation(system, gold, ProjectiveOrder(gold)).moves);
  return oracle_of([derivation = std::move(derivation),
                    otherwise = SwapEagerStaticDynamicOracle(system, gold, label_cost)](const Configuration& c) {
    const std::optional<Move> move = derivation.move_at(c);
    return move ? binary_costs({*move}) : otherwise.costs(c);
  });
}

}  // namespace dodona
