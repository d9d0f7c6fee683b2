#include "oracles/swap_minimal.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "oracles/must_swap.h"
#include "oracles/order_of_going.h"
#include "oracles/swap_eager.h"
#include "oracles/swap_lazy.h"
#include "oracles/swap_nondeterministic.h"
#include "oracles/trail.h"
#include "base/interrupt.h"

namespace dodona {
namespace {

template <class Next>
Derivation derived(const Gold& gold, Root root, Next next) {
  Derivation made;
  for (BareConfiguration c(gold, root); !c.finished();) {
    const Move move = next(c);
    if (move == Move::shift && c.buffer_is_empty()) break;  // a dead end, which no oracle here comes to
    c.apply(move);
    made.moves.push_back(move);
    made.swaps += move == Move::swap;
  }
  return made;
}

// To find out what must be swapped takes the third power of a sentence's length, and with thousands of swaps a search comes to no end.
constexpr Node kLongest = 1000;
constexpr std::size_t kMostSwaps = 2000;

// Level by level in the number of swaps that are no must, depth first within a level: what comes to the end first has the fewest.
class Search {
 public:
  Search(const Gold& gold, Root root, const ProjectiveOrder& order, Derivation best, std::size_t budget)
      : gold_(gold), order_(order), must_(gold, root, order), best_(std::move(best)), budget_(budget) {}

  Derivation from(const BareConfiguration& start) {
    std::vector<Way> level{{start, Trail::kNowhere}}, next;
    const std::size_t musts = must_.count();
    // The last level is the one below the best that is known.
    for (std::size_t others = 0; musts + others < best_.swaps && !level.empty(); ++others) {
      while (!level.empty()) {
        Way way = std::move(level.back());
        level.pop_back();
        if (!follow(way, level, next)) continue;
        if (best_.within_budget) remember(way, musts + others);
        return std::move(best_);
      }
      level.swap(next);
    }
    return std::move(best_);
  }

 private:
  struct Way {
    BareConfiguration c;
    Trail::Place last;  // of its moves
  };

  void make(Way& way, Move move) {
    way.c.apply(move);
    way.last = trail_.add(way.last, move);
  }

  // Goes on without swaps; whether that comes to an end, be it that of the sentence or that of the budget. Where a swap is possible, the
  // way that makes it is left for later.
  bool follow(Way& way, std::vector<Way>& level, std::vector<Way>& next) {
    while (!way.c.finished()) {
      if (way.c.can_left_arc(gold_)) {
        make(way, Move::left_arc);
      } else if (way.c.can_right_arc(gold_)) {
        make(way, Move::right_arc);
      } else if (!order_.can_swap(way.c)) {
        make(way, Move::shift);
      } else {
        if (!seen_.insert(way.c.key()).second) return false;  // with no more swaps than here
        if (best_.choices == budget_) {
          best_.within_budget = false;
          return true;
        }
        ++best_.choices;
        poll_interrupt();
        const bool shift = can_shift(way.c, gold_, order_);
        std::vector<Way>& later = must_(way.c.stack(1), way.c.stack(0)) ? level : next;
        later.push_back(way);
        make(later.back(), Move::swap);
        if (!shift) return false;
        make(way, Move::shift);
      }
    }
    return true;
  }

  void remember(const Way& way, std::size_t swaps) {
    best_.swaps = swaps;
    best_.moves = trail_.to(way.last);
  }

  const Gold& gold_;
  const ProjectiveOrder& order_;
  MustSwap must_;
  Derivation best_;
  std::size_t budget_;
  Trail trail_;
  std::unordered_set<std::u32string> seen_;
};

Derivation searched(const Gold& gold, Root root, const ProjectiveOrder& order, Derivation first, std::size_t budget) {
  // Another good guess: never to swap while there is something to shift. It is often the best there is.
  Derivation laziest = derived(gold, root, [&](const BareConfiguration& c) {
    const MoveSet moves = nd_sw_moves(c, gold, order);
    for (const Move move : {Move::left_arc, Move::right_arc, Move::shift})
      if (moves.has(move)) return move;
    return Move::swap;
  });
  if (laziest.swaps < first.swaps) first = std::move(laziest);
  return Search(gold, root, order, std::move(first), budget).from(BareConfiguration(gold, root));
}

}  // namespace

Derivation eager_derivation(const Gold& gold, Root root, const ProjectiveOrder& order) {
  return derived(gold, root, [&](const BareConfiguration& c) { return swap_eager_move(c, gold, order); });
}

Derivation lazy_derivation(const Gold& gold, Root root, const ProjectiveOrder& order) {
  const std::vector<Node> components = projective_components(gold, root);
  return derived(gold, root, [&](const BareConfiguration& c) { return swap_lazy_move(c, gold, order, components); });
}

Derivation minimal_derivation(const Gold& gold, Root root, const ProjectiveOrder& order, std::size_t budget) {
  Derivation first = lazy_derivation(gold, root, order);
  // A tree that is not projective needs a swap.
  if (first.swaps <= 1) return first;
  if (gold.words() <= kLongest && first.swaps <= kMostSwaps) {
    first = searched(gold, root, order, std::move(first), std::max<std::size_t>(1, budget / std::max<std::size_t>(1, static_cast<std::size_t>(gold.words()) / 100)));
    if (first.within_budget) return first;
  }
  Derivation other = derivation_by_going(gold, root, order);
  first.within_budget = false;
  if (!other.moves.empty() && other.swaps < first.swaps) {
    first.moves = std::move(other.moves);
    first.swaps = other.swaps;
  }
  return first;
}

}  // namespace dodona
