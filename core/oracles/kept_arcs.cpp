#include "oracles/kept_arcs.h"

#include <algorithm>
#include <tuple>

#include "base/interrupt.h"

namespace dodona {
namespace {

using Heads = std::vector<std::int32_t>;

std::size_t at(Node word) { return static_cast<std::size_t>(word) - 1; }

// Every walk leaves its number behind: one that comes upon its own has gone round.
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
  // An arc around the head of its head: what lies under an arc hangs from its head, not the other way round.
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

}  // namespace

std::vector<LostArc> drop_conflicts(std::vector<std::int32_t>& heads, bool projective, bool single_root) {
  std::vector<LostArc> lost;
  drop_cycles(heads, lost);
  if (projective) drop_crossing(heads, lost);
  if (single_root) drop_roots(heads, lost);
  return lost;
}

}  // namespace dodona
