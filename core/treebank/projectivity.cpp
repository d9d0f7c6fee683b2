#include "treebank/projectivity.h"

#include <algorithm>

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
  const Dominance dominates(heads);
  for (std::int32_t word = 1; word <= static_cast<std::int32_t>(heads.size()); ++word)
    if (components_under(heads, dominates, word) > 0) words.push_back(word);
  return words;
}

std::int32_t gap_degree(std::span<const std::int32_t> heads) {
  if (is_projective(heads)) return 0;
  // An interval of a node's yield ends where the next word is outside the yield.
  const Dominance dominates(heads);
  const auto length = static_cast<std::int32_t>(heads.size());
  std::vector<std::int32_t> intervals(heads.size() + 1, 0);
  for (std::int32_t word = 1; word <= length; ++word)
    for (std::int32_t node = word; node != 0 && (word == length || !dominates(node, word + 1));
         node = head_of(heads, node))
      ++intervals[static_cast<std::size_t>(node)];
  return *std::max_element(intervals.begin(), intervals.end()) - 1;
}

std::int32_t edge_degree(std::span<const std::int32_t> heads) {
  if (is_projective(heads)) return 0;
  const Dominance dominates(heads);
  std::int32_t degree = 0;
  for (std::int32_t word = 1; word <= static_cast<std::int32_t>(heads.size()); ++word)
    degree = std::max(degree, components_under(heads, dominates, word));
  return degree;
}

}  // namespace dodona
