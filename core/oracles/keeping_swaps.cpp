#include "oracles/keeping_swaps.h"

#include <algorithm>
#include <vector>

namespace dodona {
namespace {

Gold forest_of(const Gold& kept) {
  std::vector<std::int32_t> heads;
  for (Node word = 1; word <= kept.words(); ++word) heads.push_back(std::max(kept.head(word), 0));
  return {heads, std::vector<Label>(heads.size(), 0), 0};
}

// What is still there says all: what is gone had all its kept arcs.
std::u32string key_of(const Configuration& c) {
  std::u32string key;
  for (const Node node : c.stack()) key.push_back(static_cast<char32_t>(node));
  key.push_back(static_cast<char32_t>(kNone));
  for (const Node node : c.put_back()) key.push_back(static_cast<char32_t>(node));
  key.push_back(static_cast<char32_t>(kNone));
  key.push_back(static_cast<char32_t>(c.next()));
  return key;
}

}  // namespace

KeepingSwaps::KeepingSwaps(const TransitionSystem& system, const Gold& kept) : system_(system), kept_(kept), forest_(forest_of(kept)) {}

bool KeepingSwaps::is_complete(const Configuration& c, Node word) const {
  return std::ranges::all_of(kept_.dependents(word), [&](Node dependent) { return c.has_head(dependent); });
}

bool KeepingSwaps::loses(const Configuration& c, Arc arc) const {
  const Node head = kept_.head(arc.dependent);
  return (head != kNone && head != arc.head) || !is_complete(c, arc.dependent);
}

bool KeepingSwaps::next(const Configuration& c, const ProjectiveOrder& order, Move& move) const {
  const MoveSet legal = system_.legal(c);
  for (const bool kept : {true, false})
    for (const Move each : {Move::left_arc, Move::right_arc}) {
      if (!legal.has(each)) continue;
      const Arc arc = system_.arc(c, each);
      if ((kept_.head(arc.dependent) != kNone) != kept || loses(c, arc)) continue;
      move = each;
      return true;
    }
  // The two that SWAP would swap, the one that goes back first.
  const bool hybrid = system_.as<SwapHybrid>() != nullptr;
  const Node one = hybrid ? c.stack(0) : c.stack(1), other = hybrid ? c.buffer(0) : c.stack(0);
  const bool swap = legal.has(Move::swap) && (order.of(other) < order.of(one) || !legal.has(Move::shift));
  move = swap ? Move::swap : Move::shift;
  return legal.has(move);
}

bool KeepingSwaps::leads_to_a_tree(const Configuration& from, const ProjectiveOrder& order) {
  trial_ = from;
  while (!system_.finished(trial_)) {
    Move move;
    if (!next(trial_, order, move)) return false;
    system_.apply(trial_, move, 0);
  }
  return true;
}

bool KeepingSwaps::is_good(const Configuration& after, const Order& order) {
  std::u32string key = key_of(after);
  if (good_.contains(key)) return true;
  if (leads_to_a_tree(after, *order)) {
    good_.emplace(std::move(key), order);
    return true;
  }
  const auto own = std::make_shared<const ProjectiveOrder>(forest_, after);
  if (!leads_to_a_tree(after, *own)) return false;
  good_.emplace(std::move(key), own);
  return true;
}

MoveSet KeepingSwaps::allowed(const SharedConfiguration& c) {
  here_.become(c);
  const auto found = good_.find(key_of(here_));
  const Order order = found != good_.end() ? found->second : std::make_shared<const ProjectiveOrder>(forest_, here_);
  const MoveSet legal = system_.legal(here_);
  MoveSet moves;
  for (const Move move : kAllMoves) {
    if (!legal.has(move) || (builds_arc(move) && loses(here_, system_.arc(here_, move)))) continue;
    after_ = here_;
    system_.apply(after_, move, 0);
    if (is_good(after_, order)) moves.add(move);
  }
  return moves.empty() ? legal : moves;
}

}  // namespace dodona
