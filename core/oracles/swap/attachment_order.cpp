#include "oracles/swap/attachment_order.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/interrupt.h"

namespace dodona {
namespace {

// Bounds the time to a few seconds: the beam is 100 wide with 200 unattached words, and 4 with 1,000.
constexpr std::size_t kMostWork = 4'000'000;

// Unattached nodes, from left to right.
using Sequence = std::u32string;

// A move that involves two adjacent nodes.
struct Step {
  Node left, right;
  Move move;
};

// How words are attached, and what is swapped for it.
class Attachments {
 public:
  Attachments(const Gold& gold, Root root, const ProjectiveOrder& order)
      : gold_(gold), position_(static_cast<std::size_t>(gold.words()) + 1), unattached_dependents_(position_.size()) {
    if (root == Root::first) initial_.push_back(0);
    for (Node word = 1; word <= gold.words(); ++word) {
      initial_.push_back(static_cast<char32_t>(word));
      position_[static_cast<std::size_t>(word)] = order.of(word);
    }
    if (root == Root::last) initial_.push_back(0);
    position_[0] = root == Root::last ? std::numeric_limits<Node>::max() : -1;
  }

  // All nodes, in text order.
  const Sequence& initial() const { return initial_; }

  // The words whose dependents are all attached.
  std::vector<Node> attachable(const Sequence& sequence) {
    count_dependents(sequence);
    std::vector<Node> words;
    for (const char32_t node : sequence)
      if (node != 0 && unattached_dependents_[node] == 0) words.push_back(static_cast<Node>(node));
    return words;
  }

  // Attaches a word, and then all that are adjacent to their heads; calls `on_step(left, right, move)` for each move.
  // Returns false, and does nothing, if another word must be attached first.
  template <class OnStep>
  bool attach(Sequence& sequence, Node word, OnStep on_step) {
    const auto [first, last] =
        std::minmax({sequence.find(static_cast<char32_t>(word)), sequence.find(head(static_cast<char32_t>(word)))});
    const Node from = position_[sequence[first]], to = position_[sequence[last]];
    // The place of a node with respect to the two: 0 before both, 1 the first, 2 up to the second, 3 after both.
    const auto side = [&](char32_t node) {
      const Node position = position_[node];
      return position < from ? 0 : position == from ? 1 : position <= to ? 2 : 3;
    };
    for (std::size_t i = first + 1; i < last; ++i)
      if (const int on = side(sequence[i]); on == 1 || on == 2) return false;
    for (std::size_t i = first + 1; i <= last; ++i)
      for (std::size_t j = i; j > first && side(sequence[j]) < side(sequence[j - 1]); --j) {
        on_step(static_cast<Node>(sequence[j - 1]), static_cast<Node>(sequence[j]), Move::swap);
        std::swap(sequence[j - 1], sequence[j]);
      }
    attach_adjacent(sequence, on_step);
    return true;
  }

  // Attaches all words that can be attached without a swap.
  template <class OnStep>
  void attach_adjacent(Sequence& sequence, OnStep on_step) {
    count_dependents(sequence);
    std::size_t size = 0;  // of the nodes that stay, at the beginning of the sequence
    for (const char32_t next : sequence) {
      for (sequence[size++] = next; size >= 2; --size) {
        char32_t &left = sequence[size - 2], right = sequence[size - 1];
        const bool is_left_arc = can_attach(left, right);
        if (!is_left_arc && !can_attach(right, left)) break;
        on_step(static_cast<Node>(left), static_cast<Node>(right), is_left_arc ? Move::left_arc : Move::right_arc);
        --unattached_dependents_[is_left_arc ? right : left];
        if (is_left_arc) left = right;
      }
    }
    sequence.resize(size);
  }

 private:
  char32_t head(char32_t word) const { return static_cast<char32_t>(gold_.head(static_cast<Node>(word))); }
  bool can_attach(char32_t word, char32_t to) const {
    return word != 0 && head(word) == to && unattached_dependents_[word] == 0;
  }

  void count_dependents(const Sequence& sequence) {
    for (const char32_t node : sequence) unattached_dependents_[node] = 0;
    for (const char32_t node : sequence)
      if (node != 0) ++unattached_dependents_[head(node)];
  }

  const Gold& gold_;
  Sequence initial_;
  std::vector<Node> position_, unattached_dependents_;
};

// An order of those attachments that take swaps, with few of them.
class AttachmentBeam {
 public:
  AttachmentBeam(Attachments& attachments, std::size_t width) : attachments_(attachments), width_(width) {}

  std::vector<Node> search(const Sequence& start) {
    levels_.resize(start.size() + 1);
    levels_.back().emplace(start, Path{0, kNoStep});
    for (std::size_t size = levels_.size() - 1; size > 1; --size)
      for (const auto& [sequence, path] : best_of(std::exchange(levels_[size], {}))) expand(sequence, path);
    std::vector<Node> order;
    for (std::uint32_t at = levels_[1].begin()->second.last; at != kNoStep; at = steps_[at].first)
      order.push_back(steps_[at].second);
    std::ranges::reverse(order);
    return order;
  }

 private:
  static constexpr std::uint32_t kNoStep = std::numeric_limits<std::uint32_t>::max();
  struct Path {
    std::size_t swaps;
    std::uint32_t last;  // its last step
  };
  using Level = std::unordered_map<Sequence, Path>;

  std::vector<std::pair<Sequence, Path>> best_of(const Level& level) const {
    std::vector<std::pair<Sequence, Path>> best(level.begin(), level.end());
    const auto middle = best.begin() + static_cast<std::ptrdiff_t>(std::min(width_, best.size()));
    std::ranges::partial_sort(best, middle, {},
                              [](const auto& each) { return std::tie(each.second.swaps, each.first); });
    best.erase(middle, best.end());
    return best;
  }

  void expand(const Sequence& sequence, const Path& path) {
    poll_interrupt();
    for (const Node word : attachments_.attachable(sequence)) {
      Sequence next = sequence;
      std::size_t swaps = path.swaps;
      if (!attachments_.attach(next, word, [&](Node, Node, Move move) { swaps += move == Move::swap; })) continue;
      Level& level = levels_[next.size()];
      const auto [at, is_new] = level.try_emplace(std::move(next), Path{swaps, kNoStep});
      if (!is_new && at->second.swaps <= swaps) continue;
      steps_.emplace_back(path.last, word);
      at->second = {swaps, static_cast<std::uint32_t>(steps_.size() - 1)};
      // Sequences are long, and most are never expanded: prune early.
      if (level.size() > 2 * width_ + 10) {
        const auto best = best_of(level);
        level = Level(best.begin(), best.end());
      }
    }
  }

  Attachments& attachments_;
  std::size_t width_;
  std::vector<Level> levels_;                          // by the number of unattached words
  std::vector<std::pair<std::uint32_t, Node>> steps_;  // the step before, and the word that was attached
};

// Turns steps into moves. Steps that share no node can be made in any order; here each is made as soon as both its
// nodes have made all their earlier steps. A step enables others only to its right or at the top of the stack, so that
// none is ever out of reach.
Derivation derivation_of(const std::vector<Step>& steps, const Gold& gold, Root root) {
  std::vector<std::vector<std::size_t>> of_node(static_cast<std::size_t>(gold.words()) +
                                                1);  // its steps, the next one last
  for (std::size_t i = steps.size(); i-- > 0;)
    for (const Node node : {steps[i].left, steps[i].right}) of_node[static_cast<std::size_t>(node)].push_back(i);
  return derive(gold, root, [&](const Configuration& c) {
    const Node left = c.stack(1), right = c.stack(0);
    if (left < 0 || right < 0) return Move::shift;
    auto &of_left = of_node[static_cast<std::size_t>(left)], &of_right = of_node[static_cast<std::size_t>(right)];
    if (of_left.empty() || of_right.empty() || of_left.back() != of_right.back()) return Move::shift;
    const Move move = steps[of_left.back()].move;
    of_left.pop_back();
    of_right.pop_back();
    return move;
  });
}

}  // namespace

Derivation attachment_order_derivation(const Gold& gold, Root root, const ProjectiveOrder& order, std::size_t beam) {
  Attachments attachments(gold, root, order);
  std::vector<Step> steps;
  const auto record = [&](Node left, Node right, Move move) { steps.push_back({left, right, move}); };
  Sequence sequence = attachments.initial();
  attachments.attach_adjacent(sequence, record);
  if (sequence.size() > kMostUnattached) return {};
  beam = std::clamp(kMostWork / (sequence.size() * sequence.size()), std::size_t{1}, beam);
  for (const Node word : AttachmentBeam(attachments, beam).search(sequence)) attachments.attach(sequence, word, record);
  return derivation_of(steps, gold, root);
}

}  // namespace dodona
