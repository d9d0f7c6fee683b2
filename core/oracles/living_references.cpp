#include "oracles/living_references.h"

#include <algorithm>
#include <limits>

namespace dodona {

bool gives_up(const Configuration& c, Move move, Arc arc) {
  const Node s = c.stack(0), b = c.buffer(0), head = arc.head, dependent = arc.dependent;
  const auto waits_in_stack = [&](Node word) { return c.in_stack(word) && !c.has_head(word); };
  switch (move) {
    case Move::left_arc: return dependent == s ? head != b && (head == 0 || c.in_buffer(head)) : head == s && c.in_buffer(dependent);
    case Move::right_arc: return dependent == b ? head != s && (head == 0 || c.in_stack(head) || c.in_buffer(head)) : head == b && waits_in_stack(dependent);
    case Move::reduce: return head == s && c.in_buffer(dependent);
    case Move::shift: return dependent == b ? head > 0 && c.in_stack(head) : head == b && waits_in_stack(dependent);
    case Move::swap: break;  // not here
  }
  return false;
}

bool is_within_reach(const Configuration& c, Arc arc, Label label) {
  if (c.has_head(arc.dependent)) return c.head(arc.dependent) == arc.head && c.label(arc.dependent) == label;
  if (arc.head == 0) return true;
  return c.in_buffer(arc.dependent) ? c.in_stack(arc.head) || c.in_buffer(arc.head) : c.in_buffer(arc.head);
}

void LivingReferences::find(const References& references, const Configuration& c) {
  start(references);
  for (std::size_t group = 0; group < references.groups().size(); ++group) {
    const ReferenceGroup& of = references.groups()[group];
    std::vector<int> lost(of.alternatives.size(), 0);
    for (std::size_t i = 0; i < of.alternatives.size(); ++i)
      for (std::size_t k = 0; k < of.words.size(); ++k)
        lost[i] += !is_within_reach(c, {of.alternatives[i].heads[k], of.words[k]}, of.alternatives[i].labels[k]);
    const int fewest = std::ranges::min(lost);
    for (std::size_t i = 0; i < lost.size(); ++i) alive_[begin_[group] + i] = lost[i] == fewest;
  }
}

void LivingReferences::start(const References& references) {
  references_ = &references;
  begin_.clear();
  std::size_t all = 0;
  for (const ReferenceGroup& group : references.groups()) {
    begin_.push_back(all);
    all += group.alternatives.size();
  }
  alive_.assign(all, 1);
}

int LivingReferences::loss(const Configuration& c, Move move, std::uint32_t group, std::size_t alternative) const {
  const ReferenceGroup& of = references_->groups()[group];
  const auto& heads = of.alternatives[alternative].heads;
  int lost = 0;
  for (std::size_t i = 0; i < heads.size(); ++i) lost += gives_up(c, move, {heads[i], of.words[i]});
  return lost;
}

int LivingReferences::least(const Configuration& c, Move move, std::uint32_t group) const {
  int fewest = std::numeric_limits<int>::max();
  const std::size_t count = references_->groups()[group].alternatives.size();
  for (std::size_t i = 0; i < count && fewest > 0; ++i)
    if (is_alive(group, i)) fewest = std::min(fewest, loss(c, move, group, i));
  return fewest;
}

// Moves give up arcs of the top of the stack and of the front of the buffer, and no others.
template <class F>
void LivingReferences::for_touched(const Configuration& c, F visit) const {
  const Node s = c.stack(0), b = c.buffer(0);
  const auto by_s = s == kNone ? std::span<const std::uint32_t>() : references_->touching(s);
  const auto by_b = b == kNone ? std::span<const std::uint32_t>() : references_->touching(b);
  for (const std::uint32_t group : by_s) visit(group);
  for (const std::uint32_t group : by_b)
    if (!std::ranges::binary_search(by_s, group)) visit(group);
}

Costs LivingReferences::costs(const Configuration& c, MoveSet legal) const {
  const Gold& shared = references_->shared();
  Costs costs{};
  for (const Move move : kAllMoves) {
    if (!legal.has(move)) continue;
    int lost = 0;
    for (const Node node : {c.stack(0), c.buffer(0)}) {
      if (node == kNone) continue;
      if (node > 0 && shared.head(node) != kNone) lost += gives_up(c, move, {shared.head(node), node});
      // An arc between the two is counted above, by its dependent.
      for (const Node kid : shared.dependents(node))
        if (kid != c.stack(0) && kid != c.buffer(0)) lost += gives_up(c, move, {node, kid});
    }
    for_touched(c, [&](std::uint32_t group) { lost += least(c, move, group); });
    costs[index_of(move)] = static_cast<float>(lost);
  }
  return costs;
}

float LivingReferences::cost_of_label(const Configuration& c, Move move, Label label, float label_cost) const {
  if (!builds_arc(move)) return 0;
  const Arc arc = ArcEager::arc(c, move);
  const Gold& shared = references_->shared();
  if (shared.head(arc.dependent) != kNone) return dodona::cost_of_label(shared, arc, label, label_cost);
  for (const std::uint32_t group : references_->touching(arc.dependent)) {
    const ReferenceGroup& of = references_->groups()[group];
    const auto found = std::ranges::find(of.words, arc.dependent);
    if (found == of.words.end()) continue;
    const auto place = static_cast<std::size_t>(found - of.words.begin());
    const int fewest = least(c, move, group);
    for (std::size_t i = 0; i < of.alternatives.size(); ++i) {
      const auto& alternative = of.alternatives[i];
      if (is_alive(group, i) && (alternative.heads[place] != arc.head || alternative.labels[place] == label) && loss(c, move, group, i) == fewest) return 0;
    }
    return label_cost;
  }
  return 0;  // a word without a head in any reference may hang from anything
}

void LivingReferences::follow(const Configuration& c, Move move, Label label) {
  const Arc arc = builds_arc(move) ? ArcEager::arc(c, move) : Arc{kNone, kNone};
  for_touched(c, [&](std::uint32_t group) {
    const ReferenceGroup& of = references_->groups()[group];
    const std::size_t count = of.alternatives.size();
    const int fewest = least(c, move, group);
    for (std::size_t i = 0; i < count; ++i)
      if (is_alive(group, i) && loss(c, move, group, i) != fewest) alive_[begin_[group] + i] = 0;
    // Alternatives that differ in nothing but the label of the new arc.
    const auto found = std::ranges::find(of.words, arc.dependent);
    if (found == of.words.end()) return;
    const auto place = static_cast<std::size_t>(found - of.words.begin());
    const auto is_wrong = [&](std::size_t i) { return of.alternatives[i].heads[place] == arc.head && of.alternatives[i].labels[place] != label; };
    bool any_right = false;
    for (std::size_t i = 0; i < count; ++i) any_right |= is_alive(group, i) && !is_wrong(i);
    for (std::size_t i = 0; i < count && any_right; ++i)
      if (is_alive(group, i) && is_wrong(i)) alive_[begin_[group] + i] = 0;
  });
}

std::uint32_t LivingReferences::survivor(std::size_t group) const {
  std::uint32_t i = 0;
  while (!is_alive(group, i)) ++i;  // one always is
  return i;
}

std::size_t LivingReferences::living(std::size_t group) const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < references_->groups()[group].alternatives.size(); ++i) count += is_alive(group, i);
  return count;
}

}  // namespace dodona
