#include "oracles/swap_eager_minimal.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "oracles/must_swap.h"
#include "oracles/trail.h"

namespace dodona {

std::u32string key_of_derivation(const Configuration& c) {
  std::u32string key;
  for (const Node node : c.stack()) key.push_back(static_cast<char32_t>(2 * node + (c.has_head(node) ? 1 : 0)));
  key.push_back(static_cast<char32_t>(kNone));
  for (const Node node : c.swapped()) key.push_back(static_cast<char32_t>(node));
  key.push_back(static_cast<char32_t>(kNone));
  key.push_back(static_cast<char32_t>(c.next()));
  return key;
}

namespace {

// To find out what must be swapped takes the third power of a sentence's length.
constexpr Node kLongest = 500;

class Search {
 public:
  Search(const SwapEager& system, const Gold& gold, const ProjectiveOrder& order, std::size_t budget)
      : system_(system), gold_(gold), order_(order), budget_(std::min(budget, kSwapEagerWords / std::max<std::size_t>(1, static_cast<std::size_t>(gold.words())))) {
    if (!order.is_that_of_the_text() && gold.words() <= kLongest) must_ = std::make_unique<const MustSwap>(gold, system.root(), order);
  }

  Derivation found() {
    Configuration start;
    system_.start(start, gold_.words());
    std::vector<Way> level{{std::move(start), Trail::kNowhere}}, next;
    for (std::size_t swaps = must_ ? must_->count() : 0; !level.empty(); ++swaps) {
      while (!level.empty()) {
        Way way = std::move(level.back());
        level.pop_back();
        if (!follow(way, level, next)) continue;
        made_.swaps = swaps;
        if (made_.within_budget) made_.moves = trail_.to(way.last);
        return std::move(made_);
      }
      level.swap(next);
    }
    return std::move(made_);
  }

 private:
  struct Way {
    Configuration c;
    Trail::Place last;  // of its moves
  };

  void make(Way& way, Move move) {
    system_.apply(way.c, move, 0);
    way.last = trail_.add(way.last, move);
  }

  bool is_complete(const Configuration& c, Node word) const {
    return std::ranges::all_of(gold_.dependents(word), [&](Node dependent) { return c.has_head(dependent); });
  }

  // Whether b will be shifted upon s to be swapped with it.
  bool is_before(Node b, Node s, const Configuration& c) const { return s > 0 && s < b && !c.has_head(s) && order_.of(b) < order_.of(s); }

  // Whether something below the top has an arc to b yet to come, or has to be swapped with it.
  bool is_needed_below(const Configuration& c, Node b) const {
    return std::any_of(c.stack().begin(), c.stack().end() - 1, [&](Node k) {
      return gold_.head(b) == k || (k > 0 && !c.has_head(k) && (gold_.head(k) == b || order_.of(k) > order_.of(b)));
    });
  }

  // Whether the next two that could be swapped have to be.
  bool is_out_of_order(const Configuration& c) const {
    const auto [lower, upper] = SwapEager::swappable(c);
    return upper != kNone && order_.of(lower) > order_.of(upper);
  }

  // Whether a word in the stack is to come after b.
  bool passes(const Configuration& c, Node b) const {
    return std::ranges::any_of(c.stack(), [&](Node k) { return k > 0 && !c.has_head(k) && order_.of(k) > order_.of(b); });
  }

  // The only move that makes sense; or none, where there is a choice.
  std::optional<Move> only_move(const Configuration& c, MoveSet legal) const {
    const Node s = c.stack(0), b = c.buffer(0);
    if (legal.has(Move::left_arc) && gold_.head(s) == b && is_complete(c, s)) return Move::left_arc;
    // As Algorithm 1 of arc-eager has it, words are reduced no sooner than something below them is needed.
    if (legal.has(Move::reduce) && c.has_head(s) && is_complete(c, s) && (b <= 0 || is_out_of_order(c) || order_.is_passed(c, b) || is_needed_below(c, b))) return Move::reduce;
    return std::nullopt;
  }

  // The moves that may lead to the tree, where there is a choice.
  MoveSet choices(const Configuration& c, MoveSet legal) const {
    const Node s = c.stack(0), b = c.buffer(0);
    MoveSet moves;
    if (legal.has(Move::swap) && is_out_of_order(c)) moves.add(Move::swap);
    if (b <= 0) {
      if (moves.empty() && legal.has(Move::reduce) && gold_.head(s) == 0) moves.add(Move::reduce);  // what is left is the root's
      return moves;
    }
    const bool returns = order_.is_passed(c, b);
    const Node head = gold_.head(b);
    const bool takes_none = std::ranges::none_of(gold_.dependents(b), [&](Node k) { return c.in_stack(k) && !c.has_head(k); });
    if (legal.has(Move::right_arc) && head == s && takes_none) {
      moves.add(Move::right_arc);
      if (is_complete(c, b) || (!returns && !passes(c, b))) return {Move::right_arc};  // never in the way
    }
    if (legal.has(Move::shift) && (returns || is_before(b, s, c) || (takes_none && !(head > 0 && c.in_stack(head))))) moves.add(Move::shift);
    return moves;
  }

  // Goes on without swaps; whether that comes to an end, be it that of the sentence or that of the budget. Where a swap is possible, the
  // way that makes it is left for later.
  bool follow(Way& way, std::vector<Way>& level, std::vector<Way>& next) {
    while (!system_.finished(way.c)) {
      const MoveSet legal = system_.legal(way.c);
      if (const std::optional<Move> only = only_move(way.c, legal)) {
        make(way, *only);
        continue;
      }
      const MoveSet moves = choices(way.c, legal);
      if (moves.has(Move::swap) || (moves.has(Move::shift) && moves.has(Move::right_arc))) {
        if (!seen_.insert(key_of_derivation(way.c)).second) return false;  // with no more swaps than here
        if (made_.choices == budget_) {
          made_.within_budget = false;
          return true;
        }
        ++made_.choices;
      }
      std::optional<Move> first;
      for (const Move move : {Move::reduce, Move::right_arc, Move::shift, Move::swap}) {
        if (!moves.has(move)) continue;
        if (!first && move != Move::swap) {
          first = move;
          continue;
        }
        const bool free = move != Move::swap || (must_ && (*must_)(way.c.stack(1), way.c.stack(0)));
        std::vector<Way>& later = free ? level : next;
        later.push_back(way);
        make(later.back(), move);
      }
      if (!first) return false;
      make(way, *first);
    }
    for (Node word = 1; word <= way.c.words(); ++word)
      if (!way.c.has_head(word) && gold_.head(word) != 0) return false;
    return true;
  }

  const SwapEager& system_;
  const Gold& gold_;
  const ProjectiveOrder& order_;
  std::unique_ptr<const MustSwap> must_;  // none if nothing is to be swapped, or if the sentence is too long
  std::size_t budget_;
  Derivation made_;
  Trail trail_;
  std::unordered_set<std::u32string> seen_;
};

}  // namespace

Derivation minimal_derivation(const SwapEager& system, const Gold& gold, const ProjectiveOrder& order, std::size_t budget) {
  return Search(system, gold, order, budget).found();
}

}  // namespace dodona
