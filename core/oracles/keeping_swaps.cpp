#include "oracles/keeping_swaps.h"

#include <algorithm>
#include <vector>

#include "oracles/swap_eager_minimal.h"
#include "oracles/swap_eager_static_dynamic.h"
#include "base/interrupt.h"
#include "treebank/tree.h"

namespace dodona {
namespace {

// How many moves are tried before a plan takes over. Plans of swap-eager cannot be changed, and need it.
constexpr int kAhead = 1;

Gold forest_of(const Gold& kept) {
  std::vector<std::int32_t> heads;
  for (Node word = 1; word <= kept.words(); ++word) heads.push_back(std::max(kept.head(word), 0));
  return {heads, std::vector<Label>(heads.size(), 0), 0};
}

}  // namespace

KeepingSwaps::KeepingSwaps(const TransitionSystem& system, const Gold& kept) : system_(system), kept_(kept), forest_(forest_of(kept)) {}

bool KeepingSwaps::is_complete(const Configuration& c, Node word) const {
  return std::ranges::all_of(kept_.dependents(word), [&](Node dependent) { return c.has_head(dependent); });
}

bool KeepingSwaps::loses(const Configuration& c, Move move) const {
  if (move == Move::reduce) return !c.has_head(c.stack(0)) && kept_.head(c.stack(0)) > 0;
  if (!builds_arc(move)) return false;
  const auto [head, dependent] = system_.arc(c, move);
  const Node kept = kept_.head(dependent);
  if (kept != kNone && kept != head) return true;
  // RIGHT-ARC of arc-eager leaves the dependent in the stack, where it can get others from the buffer.
  const bool stays = move == Move::right_arc && system_.moves().has(Move::reduce);
  if (!stays) return !is_complete(c, dependent);
  return std::ranges::any_of(kept_.dependents(dependent), [&](Node each) { return c.in_stack(each) && !c.has_head(each); });
}

KeepingSwaps::Plan KeepingSwaps::in_order(const Configuration& from) const {
  return [this, order = ProjectiveOrder(forest_, from)](const Configuration& c) -> std::optional<Move> {
    const MoveSet legal = system_.legal(c);
    for (const bool kept : {true, false})
      for (const Move move : {Move::left_arc, Move::right_arc})
        if (legal.has(move) && (kept_.head(system_.arc(c, move).dependent) != kNone) == kept && !loses(c, move)) return move;
    // The two that SWAP would swap, the one that goes back first.
    const bool hybrid = system_.as<SwapHybrid>() != nullptr;
    const Node one = hybrid ? c.stack(0) : c.stack(1), other = hybrid ? c.buffer(0) : c.stack(0);
    const bool swap = legal.has(Move::swap) && (order.of(other) < order.of(one) || !legal.has(Move::shift));
    const Move move = swap ? Move::swap : Move::shift;
    return legal.has(move) ? std::optional(move) : std::nullopt;
  };
}

Node KeepingSwaps::single_root(const Configuration& c) const {
  for (Node word = 1; word <= c.words(); ++word)
    if ((c.has_head(word) ? c.head(word) : kept_.head(word)) == 0) return word;
  // The lowest word of the stack, or the first of the buffer, that may be it.
  const auto is_free = [&](Node word) { return word > 0 && !c.has_head(word) && kept_.head(word) == kNone; };
  for (const Node word : c.stack())
    if (is_free(word)) return word;
  for (std::size_t i = 0; i < c.buffer_size(); ++i)
    if (is_free(c.buffer(i))) return c.buffer(i);
  return kNone;
}

KeepingSwaps::Plan KeepingSwaps::to_a_tree(const Configuration& from, const SwapEager& system) const {
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
  return [system, target = std::make_shared<const Target>(system, heads, from)](const Configuration& c) -> std::optional<Move> {
    const MoveSet legal = system.legal(c);
    const Costs costs = target->oracle.costs(c);
    for (const Move move : kAllMoves)
      if (legal.has(move) && costs[index_of(move)] == 0) return move;
    return std::nullopt;
  };
}

KeepingSwaps::SharedPlan KeepingSwaps::plan_from(const Configuration& c) const {
  const auto* eager = system_.as<SwapEager>();
  return std::make_shared<const Plan>(eager != nullptr ? to_a_tree(c, *eager) : in_order(c));
}

bool KeepingSwaps::leads_to_a_tree(const Configuration& from, const Plan& plan) {
  trial_ = from;
  while (!system_.finished(trial_)) {
    poll_interrupt();
    const std::optional<Move> move = plan(trial_);
    if (!move || loses(trial_, *move)) return false;
    system_.apply(trial_, *move, 0);
  }
  system_.finish(trial_, 0);
  for (Node word = 1; word <= trial_.words(); ++word)
    if (kept_.head(word) != kNone && kept_.head(word) != trial_.head(word)) return false;
  return true;
}

bool KeepingSwaps::is_good(const Configuration& after, const SharedPlan& plan, int ahead) {
  poll_interrupt();
  std::u32string key = key_of_derivation(after);
  if (good_.contains(key)) return true;
  for (const bool own : {false, true}) {
    if (!own && plan == nullptr) continue;
    const SharedPlan tried = own ? plan_from(after) : plan;
    if (!leads_to_a_tree(after, *tried)) continue;
    good_.emplace(std::move(key), tried);
    return true;
  }
  if (ahead == 0 || system_.finished(after)) return false;
  const MoveSet legal = system_.legal(after);
  for (const Move move : kAllMoves) {
    if (!legal.has(move) || loses(after, move)) continue;
    Configuration next = after;
    system_.apply(next, move, 0);
    if (!is_good(next, nullptr, ahead - 1)) continue;
    good_.emplace(std::move(key), nullptr);
    return true;
  }
  return false;
}

MoveSet KeepingSwaps::allowed(const SharedConfiguration& c) {
  here_.assign(c);
  const auto found = good_.find(key_of_derivation(here_));
  const SharedPlan plan = found != good_.end() ? found->second : nullptr;
  const MoveSet legal = system_.legal(here_);
  MoveSet moves;
  for (const Move move : kAllMoves) {
    if (!legal.has(move) || loses(here_, move)) continue;
    after_ = here_;
    system_.apply(after_, move, 0);
    if (is_good(after_, plan, kAhead)) moves.add(move);
  }
  return moves.empty() ? legal : moves;
}

}  // namespace dodona
