#include "treebank/projectivity.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <utility>

#include "treebank/tree.h"

namespace dodona {
namespace {

std::int32_t head_of(std::span<const std::int32_t> heads, std::int32_t word) {
  return heads[static_cast<std::size_t>(word - 1)];
}

// The number of connected components under the arc to a word that its head does not dominate; 0 if it is projective.
std::int32_t components_under(std::span<const std::int32_t> heads, const Dominance& dominates, std::int32_t word) {
  const std::int32_t head = head_of(heads, word);
  const auto [left, right] = std::minmax(head, word);
  std::int32_t components = 0;
  for (std::int32_t between = left + 1; between < right; ++between) {
    const std::int32_t above = head_of(heads, between);
    const bool top_of_component = above <= left || above >= right;
    if (top_of_component && !dominates(head, between)) ++components;
  }
  return components;
}

// The least of some consecutive values, in constant time: levels_[k][i] is that of the 2^k values from the i-th on.
class RangeLeast {
 public:
  explicit RangeLeast(std::vector<std::int32_t> values) : levels_{std::move(values)} {
    for (std::size_t size = 2; size <= levels_[0].size(); size *= 2) {
      const std::vector<std::int32_t>& half = levels_.back();
      std::vector<std::int32_t> whole(levels_[0].size() - size + 1);
      for (std::size_t i = 0; i < whole.size(); ++i) whole[i] = std::min(half[i], half[i + size / 2]);
      levels_.push_back(std::move(whole));
    }
  }
  // From `first` to before `last`, which is later.
  std::int32_t operator()(std::int32_t first, std::int32_t last) const {
    const auto level = static_cast<std::size_t>(std::bit_width(static_cast<std::uint32_t>(last - first))) - 1;
    const std::vector<std::int32_t>& least = levels_[level];
    return std::min(least[static_cast<std::size_t>(first)],
                    least[static_cast<std::size_t>(last) - (std::size_t{1} << level)]);
  }

 private:
  std::vector<std::vector<std::int32_t>> levels_;
};

// For each word how many words under its arc have a head that is neither under the arc nor one of its ends: no fewer
// than the arc has components that its head does not dominate.
std::vector<std::int32_t> words_with_heads_outside(std::span<const std::int32_t> heads) {
  const auto length = static_cast<std::int32_t>(heads.size());
  // From left to right, the arcs that have ended so far, by their left ends, in a Fenwick tree.
  std::vector<std::vector<std::int32_t>> ending(heads.size() + 1);
  for (std::int32_t word = 1; word <= length; ++word)
    ending[static_cast<std::size_t>(std::max(word, head_of(heads, word)))].push_back(word);
  std::vector<std::int32_t> sums(heads.size() + 2, 0), outside(heads.size() + 1, 0);
  std::int32_t ended = 0;
  for (std::int32_t right = 1; right <= length; ++right) {
    const auto& here = ending[static_cast<std::size_t>(right)];
    for (const std::int32_t word : here) {
      ++ended;
      for (std::int32_t i = std::min(word, head_of(heads, word)) + 1; i <= length + 1; i += i & -i)
        ++sums[static_cast<std::size_t>(i)];
    }
    for (const std::int32_t word : here) {
      const std::int32_t head = head_of(heads, word), left = std::min(word, head);
      std::int32_t inside = ended;  // arcs from `left` to `right`, less those to these two
      for (std::int32_t i = left; i > 0; i -= i & -i) inside -= sums[static_cast<std::size_t>(i)];
      const std::int32_t above = head == 0 ? -1 : head_of(heads, head);
      inside -= 1 + (left <= above && above <= right);
      outside[static_cast<std::size_t>(word)] = right - left - 1 - inside;
    }
  }
  return outside;
}

}  // namespace

Dominance::Dominance(std::span<const std::int32_t> heads) : enter_(heads.size() + 1), leave_(heads.size() + 1) {
  const Dependents dependents(heads);
  std::vector<std::int32_t> agenda{0};
  preorder_.reserve(heads.size() + 1);
  while (!agenda.empty()) {
    const std::int32_t node = agenda.back();
    agenda.pop_back();
    enter_[static_cast<std::size_t>(node)] = static_cast<std::int32_t>(preorder_.size());
    preorder_.push_back(node);
    const auto below = dependents.of(static_cast<std::size_t>(node));
    agenda.insert(agenda.end(), below.rbegin(), below.rend());
  }
  leave_ = enter_;  // the last node entered below each node
  for (std::size_t i = preorder_.size(); --i > 0;) {
    const std::int32_t word = preorder_[i];
    auto& leave = leave_[static_cast<std::size_t>(head_of(heads, word))];
    leave = std::max(leave, leave_[static_cast<std::size_t>(word)]);
  }
}

bool is_projective(std::span<const std::int32_t> heads) {
  // A tree is projective if the yield of every word is an interval, so that its length is its size.
  const std::vector<std::int32_t> preorder = Dominance(heads).preorder();
  const std::size_t nodes = heads.size() + 1;
  std::vector<std::int32_t> first(nodes), last(nodes), size(nodes, 1);
  for (std::size_t node = 0; node < nodes; ++node) first[node] = last[node] = static_cast<std::int32_t>(node);
  for (std::size_t i = nodes; --i > 0;) {
    const auto word = static_cast<std::size_t>(preorder[i]);
    if (last[word] - first[word] + 1 != size[word]) return false;
    const auto head = static_cast<std::size_t>(heads[word - 1]);
    first[head] = std::min(first[head], first[word]);
    last[head] = std::max(last[head], last[word]);
    size[head] += size[word];
  }
  return true;
}

std::vector<std::int32_t> nonprojective_words(std::span<const std::int32_t> heads) {
  std::vector<std::int32_t> words;
  if (is_projective(heads)) return words;
  // The head dominates all words under an arc if they are entered after it, and before the last node below it is left.
  const Dominance dominates(heads);
  std::vector<std::int32_t> enter(dominates.enter()), later(enter);
  for (std::int32_t& each : later) each = -each;
  const RangeLeast first(std::move(enter)), last(std::move(later));
  for (std::int32_t word = 1; word <= static_cast<std::int32_t>(heads.size()); ++word) {
    const std::int32_t head = head_of(heads, word);
    const auto [left, right] = std::minmax(head, word);
    if (right - left == 1) continue;
    const auto node = [&](std::int32_t entered) { return dominates.preorder()[static_cast<std::size_t>(entered)]; };
    if (!dominates(head, node(first(left + 1, right))) || !dominates(head, node(-last(left + 1, right))))
      words.push_back(word);
  }
  return words;
}

std::int32_t gap_degree(std::span<const std::int32_t> heads) {
  if (is_projective(heads)) return 0;
  // An interval of a node's yield ends with each word whose next word is outside the yield. The nodes that dominate a
  // word but not the next one are those from the word up to before the lowest node that dominates both. This node is
  // the first entered of the heads of all that is entered after one of the two, up to the other.
  const Dominance dominates(heads);
  const std::vector<std::int32_t>&preorder = dominates.preorder(), &enter = dominates.enter();
  const auto entered = [&](std::int32_t node) { return enter[static_cast<std::size_t>(node)]; };
  std::vector<std::int32_t> above(preorder.size(), 0);
  for (std::size_t i = 1; i < above.size(); ++i) above[i] = entered(head_of(heads, preorder[i]));
  const RangeLeast highest(std::move(above));
  const auto length = static_cast<std::int32_t>(heads.size());
  std::vector<std::int32_t> intervals(heads.size() + 1, 0);  // in preorder
  for (std::int32_t word = 1; word <= length; ++word) {
    ++intervals[static_cast<std::size_t>(entered(word))];
    if (word == length) continue;
    const std::int32_t one = entered(word), other = entered(word + 1);
    --intervals[static_cast<std::size_t>(highest(std::min(one, other) + 1, std::max(one, other) + 1))];
  }
  std::int32_t most = 0;
  for (std::size_t i = intervals.size(); --i > 0;) {
    most = std::max(most, intervals[i]);
    intervals[static_cast<std::size_t>(entered(head_of(heads, preorder[i])))] += intervals[i];
  }
  return most - 1;
}

std::int32_t edge_degree(std::span<const std::int32_t> heads) {
  if (is_projective(heads)) return 0;
  // Arcs that may have the most components first: mostly the first few have them.
  const Dominance dominates(heads);
  const std::vector<std::int32_t> at_most = words_with_heads_outside(heads);
  std::vector<std::int32_t> words(heads.size());
  std::iota(words.begin(), words.end(), 1);
  const auto limit = [&](std::int32_t word) { return at_most[static_cast<std::size_t>(word)]; };
  std::ranges::sort(words, std::ranges::greater(), [&](std::int32_t word) {
    return std::pair(limit(word), dominates.enter()[static_cast<std::size_t>(head_of(heads, word))]);
  });
  std::int32_t degree = 0;
  for (const std::int32_t word : words) {
    if (limit(word) <= degree) break;
    degree = std::max(degree, components_under(heads, dominates, word));
  }
  return degree;
}

}  // namespace dodona
