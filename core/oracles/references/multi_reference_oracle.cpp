#include "oracles/references/multi_reference_oracle.h"

#include <algorithm>
#include <limits>

#include "oracles/arc_eager.h"

namespace dodona {

namespace {

// Whether an arc has been built, with this label, or can be.
bool is_reachable(const Configuration& c, Arc arc, Label label) {
  if (c.has_head(arc.dependent)) return c.head(arc.dependent) == arc.head && c.label(arc.dependent) == label;
  if (arc.head == 0) return true;
  return c.in_buffer(arc.dependent) ? c.in_stack(arc.head) || c.in_buffer(arc.head) : c.in_buffer(arc.head);
}

}  // namespace

void SurvivingReferences::find(const References& references, const Configuration& c) {
  start(references);
  for (std::size_t group = 0; group < references.groups().size(); ++group) {
    const ReferenceGroup& of = references.groups()[group];
    std::vector<int> lost(of.alternatives.size(), 0);
    for (std::size_t i = 0; i < of.alternatives.size(); ++i)
      for (std::size_t k = 0; k < of.words.size(); ++k)
        lost[i] += !is_reachable(c, {of.alternatives[i].heads[k], of.words[k]}, of.alternatives[i].labels[k]);
    const int fewest = std::ranges::min(lost);
    for (std::size_t i = 0; i < lost.size(); ++i) survives_[begin_[group] + i] = lost[i] == fewest;
  }
}

void SurvivingReferences::start(const References& references) {
  references_ = &references;
  begin_.clear();
  std::size_t all = 0;
  for (const ReferenceGroup& group : references.groups()) {
    begin_.push_back(all);
    all += group.alternatives.size();
  }
  survives_.assign(all, 1);
}

int SurvivingReferences::loss(const Configuration& c, Move move, std::uint32_t group, std::size_t alternative) const {
  const ReferenceGroup& of = references_->groups()[group];
  const auto& heads = of.alternatives[alternative].heads;
  int lost = 0;
  for (std::size_t i = 0; i < heads.size(); ++i) lost += loses_arc(c, move, {heads[i], of.words[i]});
  return lost;
}

int SurvivingReferences::least_loss(const Configuration& c, Move move, std::uint32_t group) const {
  int fewest = std::numeric_limits<int>::max();
  const std::size_t count = references_->groups()[group].alternatives.size();
  for (std::size_t i = 0; i < count && fewest > 0; ++i)
    if (survives(group, i)) fewest = std::min(fewest, loss(c, move, group, i));
  return fewest;
}

// A move loses only arcs of the top of the stack and of the front of the buffer.
template <class F>
void SurvivingReferences::for_affected_groups(const Configuration& c, F visit) const {
  const Node s = c.stack(0), b = c.buffer(0);
  const auto of_s = s == kNone ? std::span<const std::uint32_t>() : references_->groups_at(s);
  const auto of_b = b == kNone ? std::span<const std::uint32_t>() : references_->groups_at(b);
  for (const std::uint32_t group : of_s) visit(group);
  for (const std::uint32_t group : of_b)
    if (!std::ranges::binary_search(of_s, group)) visit(group);
}

Costs SurvivingReferences::costs(const Configuration& c, MoveSet legal) const {
  Costs costs{};
  for (const Move move : legal) {
    int lost = arcs_lost_by(move, c, references_->shared(), true);
    for_affected_groups(c, [&](std::uint32_t group) { lost += least_loss(c, move, group); });
    costs[index_of(move)] = static_cast<float>(lost);
  }
  return costs;
}

float SurvivingReferences::cost_of_label(const Configuration& c, Move move, Label label, float label_cost) const {
  if (!builds_arc(move)) return 0;
  const Arc arc = ArcEager::arc(c, move);
  const Gold& shared = references_->shared();
  if (shared.head(arc.dependent) != kNone) return dodona::cost_of_label(shared, arc, label, label_cost);
  for (const std::uint32_t group : references_->groups_at(arc.dependent)) {
    const ReferenceGroup& of = references_->groups()[group];
    const auto found = std::ranges::find(of.words, arc.dependent);
    if (found == of.words.end()) continue;
    const auto place = static_cast<std::size_t>(found - of.words.begin());
    const int fewest = least_loss(c, move, group);
    for (std::size_t i = 0; i < of.alternatives.size(); ++i) {
      const auto& alternative = of.alternatives[i];
      if (survives(group, i) && (alternative.heads[place] != arc.head || alternative.labels[place] == label) &&
          loss(c, move, group, i) == fewest)
        return 0;
    }
    return label_cost;
  }
  return 0;  // a word that has no head in any reference
}

void SurvivingReferences::follow(const Configuration& c, Move move, Label label) {
  const Arc arc = builds_arc(move) ? ArcEager::arc(c, move) : Arc{kNone, kNone};
  for_affected_groups(c, [&](std::uint32_t group) {
    const ReferenceGroup& of = references_->groups()[group];
    const std::size_t count = of.alternatives.size();
    const int fewest = least_loss(c, move, group);
    for (std::size_t i = 0; i < count; ++i)
      if (survives(group, i) && loss(c, move, group, i) != fewest) survives_[begin_[group] + i] = 0;
    // Of alternatives that differ only in the label of the new arc, those with its label survive.
    const auto found = std::ranges::find(of.words, arc.dependent);
    if (found == of.words.end()) return;
    const auto place = static_cast<std::size_t>(found - of.words.begin());
    const auto is_wrong = [&](std::size_t i) {
      return of.alternatives[i].heads[place] == arc.head && of.alternatives[i].labels[place] != label;
    };
    bool any_right = false;
    for (std::size_t i = 0; i < count; ++i) any_right |= survives(group, i) && !is_wrong(i);
    for (std::size_t i = 0; i < count && any_right; ++i)
      if (survives(group, i) && is_wrong(i)) survives_[begin_[group] + i] = 0;
  });
}

std::uint32_t SurvivingReferences::survivor(std::size_t group) const {
  std::uint32_t i = 0;
  while (!survives(group, i)) ++i;  // there is always one
  return i;
}

std::size_t SurvivingReferences::survivors(std::size_t group) const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < references_->groups()[group].alternatives.size(); ++i) count += survives(group, i);
  return count;
}

Costs MultiReferenceOracle::costs(const Configuration& c) const {
  SurvivingReferences surviving;
  surviving.find(references_, c);
  return surviving.costs(c, system_.legal(c));
}

float MultiReferenceOracle::cost_of_label(const Configuration& c, Move move, Arc, Label label, const Gold&,
                                          float label_cost) const {
  SurvivingReferences surviving;
  surviving.find(references_, c);
  return surviving.cost_of_label(c, move, label, label_cost);
}

}  // namespace dodona
