#include "search/constraints/arc_constraints.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/interrupt.h"
#include "oracles/oracle.h"
#include "oracles/swap/swap_eager.h"
#include "treebank/tree.h"

namespace dodona {
namespace {

// ---- conflicts

using Heads = std::vector<std::int32_t>;

std::size_t at(Node word) { return static_cast<std::size_t>(word) - 1; }

// Marks each word with the number of the walk that visited it: a walk that meets its own mark has found a cycle.
void drop_cycles(Heads& heads, std::vector<LostArc>& lost) {
  const auto words = static_cast<Node>(heads.size());
  Heads walk(heads.size(), 0);
  for (Node start = 1; start <= words; ++start) {
    Node word = start;
    while (word > 0 && walk[at(word)] == 0) {
      walk[at(word)] = start;
      word = heads[at(word)];
    }
    if (word <= 0 || walk[at(word)] != start) continue;
    Node last = word;
    for (Node each = heads[at(word)]; each != word; each = heads[at(each)]) last = std::max(last, each);
    heads[at(last)] = kNone;
    lost.push_back({last, Conflict::cycle, kNone});
  }
}

bool cross(const Heads& heads, Node one, Node other) {
  const auto [a, b] = std::minmax(one, heads[at(one)]);
  const auto [c, d] = std::minmax(other, heads[at(other)]);
  return (a < c && c < b && b < d) || (c < a && a < d && d < b);
}

// Whether no projective tree has the arcs of both words.
bool conflict(const Heads& heads, Node one, Node other) {
  if (cross(heads, one, other)) return true;
  // An arc that covers the head of its own head. In a projective tree the head of an arc dominates what the arc covers.
  const auto around = [&](Node head, Node dependent) {
    const auto [from, to] = std::minmax(head, dependent);
    return heads[at(dependent)] == head && from < heads[at(head)] && heads[at(head)] < to;
  };
  return around(one, other) || around(other, one);
}

void drop_crossing(Heads& heads, std::vector<LostArc>& lost) {
  const auto words = static_cast<Node>(heads.size());
  std::vector<std::vector<Node>> against(heads.size());
  for (Node one = 1; one <= words; ++one)
    for (Node other = 1; other < one; ++other)
      if (heads[at(one)] != kNone && heads[at(other)] != kNone && conflict(heads, one, other)) {
        against[at(one)].push_back(other);
        against[at(other)].push_back(one);
      }
  const auto badness = [&](Node word) {
    const Node head = heads[at(word)];
    return std::tuple(against[at(word)].size(), head == 0 ? 0 : std::abs(head - word), word);
  };
  for (;;) {
    Node worst = kNone;
    for (Node word = 1; word <= words; ++word)
      if (!against[at(word)].empty() && (worst == kNone || badness(word) > badness(worst))) worst = word;
    if (worst == kNone) return;
    poll_interrupt();
    const Node other = against[at(worst)].front();
    lost.push_back({worst, cross(heads, worst, other) ? Conflict::crosses : Conflict::covers, other});
    for (const Node each : against[at(worst)]) std::erase(against[at(each)], worst);
    against[at(worst)].clear();
    heads[at(worst)] = kNone;
  }
}

void drop_roots(Heads& heads, std::vector<LostArc>& lost) {
  Node root = kNone;
  for (Node word = 1; word <= static_cast<Node>(heads.size()); ++word) {
    if (heads[at(word)] != 0) continue;
    if (root == kNone) {
      root = word;
    } else {
      heads[at(word)] = kNone;
      lost.push_back({word, Conflict::root, root});
    }
  }
}

// ---- without SWAP

class ProjectiveArcConstraints : public ArcConstraints {
 public:
  // The labels of unattached words are set after the search: label_cost is 0.
  ProjectiveArcConstraints(const TransitionSystem& system, const Gold& kept)
      : system_(system), oracle_(oracle_for(OracleChoice::dynamic, system, kept, 0)) {}

  MoveSet allowed(const SharedConfiguration& shared) override {
    poll_interrupt();
    c_.assign(shared);
    const MoveSet legal = system_.legal(c_);
    const Costs costs = oracle_->costs(c_);
    const float least = least_cost(costs, legal);
    MoveSet moves;
    for (const Move move : kAllMoves)
      if (legal.has(move) && costs[index_of(move)] == least) moves.add(move);
    return moves;
  }

 private:
  TransitionSystem system_;
  std::unique_ptr<const SentenceOracle> oracle_;
  Configuration c_;
};

// ---- with SWAP

// How many arbitrary moves are tried before a continuation. The continuations of swap-eager are fixed trees, and need
// it.
constexpr int kLookahead = 1;

// The kept arcs as a tree, with all other words attached to the root: this has a projective order.
Gold forest_of(const Gold& kept) {
  std::vector<std::int32_t> heads;
  for (Node word = 1; word <= kept.words(); ++word) heads.push_back(std::max(kept.head(word), 0));
  return {heads, std::vector<Label>(heads.size(), 0), 0};
}

/// A move is allowed if a continuation builds all constraints after it. Swap-standard and swap-hybrid continue as EAGER
/// does, with unconstrained words removed early:
///
///   - a kept arc is built as soon as its dependent has all its own kept dependents;
///   - an unconstrained word without unattached kept dependents is attached to its neighbour;
///   - two words are swapped if they are inverted in a projective order of the kept arcs, or if nothing is left to
///     shift;
///   - otherwise SHIFT; where that is not legal, the continuation fails.
///
/// Swap-eager attaches words to their heads before they have all their dependents, so its continuation derives one
/// fixed tree with the static-dynamic oracle: the arcs already built, the kept arcs, and all other words attached to
/// the root or to the single root word.
///
/// Swapped words never come back, so a continuation that worked before a move may fail after it. Two are tried: the one
/// that worked for the configuration before the move, and one made for the order of words after it. Since the search
/// can always follow the first of them, the next move of that continuation is always allowed.
class SwapArcConstraints : public ArcConstraints {
 public:
  SwapArcConstraints(const TransitionSystem& system, const Gold& kept)
      : system_(system), kept_(kept), forest_(forest_of(kept)) {}

  MoveSet allowed(const SharedConfiguration& c) override {
    here_.assign(c);
    const auto found = continuations_.find(configuration_key(here_));
    const SharedContinuation known = found != continuations_.end() ? found->second : nullptr;
    const MoveSet legal = system_.legal(here_);
    MoveSet moves;
    for (const Move move : kAllMoves) {
      if (!legal.has(move) || loses(here_, move)) continue;
      after_ = here_;
      system_.apply(after_, move, 0);
      if (can_complete(after_, known, kLookahead)) moves.add(move);
    }
    return moves.empty() ? legal : moves;
  }

 private:
  // The next move of a continuation; none if it fails.
  using Continuation = std::function<std::optional<Move>(const Configuration& c)>;
  using SharedContinuation = std::shared_ptr<const Continuation>;

  // Whether a move makes a constraint unreachable at once.
  bool loses(const Configuration& c, Move move) const {
    if (move == Move::reduce) return !c.has_head(c.stack(0)) && kept_.head(c.stack(0)) > 0;
    if (!builds_arc(move)) return false;
    const auto [head, dependent] = system_.arc(c, move);
    const Node kept = kept_.head(dependent);
    if (kept != kNone && kept != head) return true;
    // RIGHT-ARC of arc-eager leaves the dependent in the stack, where it can take dependents from the buffer.
    const bool stays = move == Move::right_arc && system_.moves().has(Move::reduce);
    if (!stays) return !has_all_dependents(c, kept_, dependent);
    return std::ranges::any_of(kept_.dependents(dependent),
                               [&](Node each) { return c.in_stack(each) && !c.has_head(each); });
  }

  // As EAGER, in a projective order of the words as they stand in `from`.
  Continuation continue_in_order(const Configuration& from) const {
    return [this, order = ProjectiveOrder(forest_, from)](const Configuration& c) -> std::optional<Move> {
      const MoveSet legal = system_.legal(c);
      for (const bool kept : {true, false})
        for (const Move move : {Move::left_arc, Move::right_arc})
          if (legal.has(move) && (kept_.head(system_.arc(c, move).dependent) != kNone) == kept && !loses(c, move))
            return move;
      // The two words that SWAP would swap, the one that returns to the buffer first.
      const bool hybrid = system_.as<SwapHybrid>() != nullptr;
      const Node one = hybrid ? c.stack(0) : c.stack(1), other = hybrid ? c.buffer(0) : c.stack(0);
      const bool swap = legal.has(Move::swap) && (order.of(other) < order.of(one) || !legal.has(Move::shift));
      const Move move = swap ? Move::swap : Move::shift;
      return legal.has(move) ? std::optional(move) : std::nullopt;
    };
  }

  // The word to be attached to the root if only one may be: the lowest unconstrained word of the stack, or the first of
  // the buffer.
  Node single_root(const Configuration& c) const {
    for (Node word = 1; word <= c.words(); ++word)
      if ((c.has_head(word) ? c.head(word) : kept_.head(word)) == 0) return word;
    const auto is_free = [&](Node word) { return word > 0 && !c.has_head(word) && kept_.head(word) == kNone; };
    for (const Node word : c.stack())
      if (is_free(word)) return word;
    for (std::size_t i = 0; i < c.buffer_size(); ++i)
      if (is_free(c.buffer(i))) return c.buffer(i);
    return kNone;
  }

  // By the static-dynamic oracle of one tree.
  Continuation continue_to_tree(const Configuration& from, const SwapEager& system) const {
    const Node root = system.single_root() ? single_root(from) : kNone;
    std::vector<std::int32_t> heads;
    for (Node word = 1; word <= from.words(); ++word) {
      const Node head = from.has_head(word) ? from.head(word) : kept_.head(word);
      heads.push_back(head != kNone ? head : root == kNone || root == word ? 0 : root);
    }
    if (!find_tree_faults(heads).empty()) return [](const Configuration&) { return std::nullopt; };  // a cycle
    struct Target {
      Target(const SwapEager& eager, const std::vector<std::int32_t>& heads, const Configuration& c)
          : gold(heads, std::vector<Label>(heads.size(), 0), 0), oracle(eager, gold, ProjectiveOrder(gold, c), 0) {}
      Gold gold;
      SwapEagerStaticDynamicOracle oracle;
    };
    return [system, target = std::make_shared<const Target>(system, heads, from)](
               const Configuration& c) -> std::optional<Move> {
      const MoveSet legal = system.legal(c);
      const Costs costs = target->oracle.costs(c);
      for (const Move move : kAllMoves)
        if (legal.has(move) && costs[index_of(move)] == 0) return move;
      return std::nullopt;
    };
  }

  SharedContinuation continuation_from(const Configuration& c) const {
    const auto* eager = system_.as<SwapEager>();
    return std::make_shared<const Continuation>(eager != nullptr ? continue_to_tree(c, *eager) : continue_in_order(c));
  }

  // Whether a continuation ends in a tree with all constraints.
  bool succeeds(const Configuration& from, const Continuation& continuation) {
    trial_ = from;
    while (!system_.finished(trial_)) {
      poll_interrupt();
      const std::optional<Move> move = continuation(trial_);
      if (!move || loses(trial_, *move)) return false;
      system_.apply(trial_, *move, 0);
    }
    system_.finish(trial_, 0);
    for (Node word = 1; word <= trial_.words(); ++word)
      if (kept_.head(word) != kNone && kept_.head(word) != trial_.head(word)) return false;
    return true;
  }

  // Whether a continuation is found: `known`, one made for this configuration, or one after up to `lookahead` other
  // moves.
  bool can_complete(const Configuration& c, const SharedContinuation& known, int lookahead) {
    poll_interrupt();
    std::u32string key = configuration_key(c);
    if (continuations_.contains(key)) return true;
    for (const bool own : {false, true}) {
      if (!own && known == nullptr) continue;
      const SharedContinuation tried = own ? continuation_from(c) : known;
      if (!succeeds(c, *tried)) continue;
      continuations_.emplace(std::move(key), tried);
      return true;
    }
    if (lookahead == 0 || system_.finished(c)) return false;
    const MoveSet legal = system_.legal(c);
    for (const Move move : kAllMoves) {
      if (!legal.has(move) || loses(c, move)) continue;
      Configuration next = c;
      system_.apply(next, move, 0);
      if (!can_complete(next, nullptr, lookahead - 1)) continue;
      continuations_.emplace(std::move(key), nullptr);
      return true;
    }
    return false;
  }

  TransitionSystem system_;
  const Gold& kept_;
  Gold forest_;
  std::unordered_map<std::u32string, SharedContinuation>
      continuations_;  // by stack and buffer: the one that succeeds, null if it needs lookahead
  Configuration here_, after_, trial_;
};

}  // namespace

std::vector<LostArc> drop_conflicts(std::vector<std::int32_t>& heads, bool projective, bool single_root) {
  std::vector<LostArc> lost;
  drop_cycles(heads, lost);
  if (projective) drop_crossing(heads, lost);
  if (single_root) drop_roots(heads, lost);
  return lost;
}

std::unique_ptr<ArcConstraints> arc_constraints(const TransitionSystem& system, const Gold& kept) {
  if (system.moves().has(Move::swap)) return std::make_unique<SwapArcConstraints>(system, kept);
  return std::make_unique<ProjectiveArcConstraints>(system, kept);
}

}  // namespace dodona
