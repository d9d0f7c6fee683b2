#include "search/spanning_tree.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "base/parallel.h"

namespace dodona {

// Every node gets the best arc from outside. Nodes form a path from the first one towards its ancestors. If the path
// returns to itself, the cycle is contracted to one node: an arc into it replaces one of its own arcs, so its score is
// what it adds to that one. In the end, each cycle is opened where its arc enters.
void SpanningTree::operator()(std::span<const float> scores, bool single_root, std::span<std::int32_t> heads) {
  words_ = heads.size();
  const std::size_t width = words_ + 1;
  scores_.assign(scores.begin(), scores.end());
  entries_.resize(scores.size());
  nodes_.assign(words_, {});
  tops_.assign(words_, -1);
  for (std::size_t word = 0; word < words_; ++word) {
    nodes_[word].row = static_cast<std::int32_t>(word);
    std::fill_n(entries_.begin() + static_cast<std::ptrdiff_t>(word * width), width, static_cast<std::int32_t>(word));
  }
  for (std::size_t start = 0; start < words_; ++start) {
    std::int32_t node = outermost(static_cast<std::int32_t>(start));
    if (nodes_[static_cast<std::size_t>(node)].reached) continue;
    path_.clear();
    for (;;) {
      path_.push_back(node);
      nodes_[static_cast<std::size_t>(node)].reached = true;
      choose_arc(node, single_root);
      const std::int32_t head = nodes_[static_cast<std::size_t>(node)].head;
      if (head == 0) break;
      node = outermost(head - 1);
      if (!nodes_[static_cast<std::size_t>(node)].reached) continue;
      const auto cycle = std::ranges::find(path_, node);
      if (cycle == path_.end()) break;  // it is part of an earlier path, which leads to the root
      node = contract(static_cast<std::size_t>(cycle - path_.begin()));
      poll_interrupt();
    }
  }
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    if (nodes_[i].replaced) continue;
    heads[static_cast<std::size_t>(nodes_[i].word)] = nodes_[i].head;
    for (auto inner = static_cast<std::size_t>(nodes_[i].word); inner != i;
         inner = static_cast<std::size_t>(nodes_[inner].parent))
      nodes_[inner].replaced = true;
  }
}

// Also shortens the way for the next call.
std::int32_t SpanningTree::outermost(std::int32_t word) {
  std::int32_t top = word;
  while (tops_[static_cast<std::size_t>(top)] >= 0) top = tops_[static_cast<std::size_t>(top)];
  while (word != top) word = std::exchange(tops_[static_cast<std::size_t>(word)], top);
  return top;
}

void SpanningTree::choose_arc(std::int32_t number, bool single_root) {
  Node& node = nodes_[static_cast<std::size_t>(number)];
  const std::size_t row = static_cast<std::size_t>(node.row) * (words_ + 1);
  // With a single root, an arc from the root is the last resort: only the node that contains all words needs it.
  std::size_t best = 0;
  for (std::size_t head = 1; head <= words_; ++head)
    if ((scores_[row + head] > scores_[row + best] || (best == 0 && single_root)) &&
        outermost(static_cast<std::int32_t>(head) - 1) != number)
      best = head;
  node.head = static_cast<std::int32_t>(best);
  node.word = entries_[row + best];
}

// Contracts the nodes of the path from `begin` on, and removes them from it.
std::int32_t SpanningTree::contract(std::size_t begin) {
  const auto number = static_cast<std::int32_t>(nodes_.size());
  const std::size_t width = words_ + 1;
  const std::int32_t into = nodes_[static_cast<std::size_t>(path_[begin])].row;
  const std::size_t to = static_cast<std::size_t>(into) * width;
  for (std::size_t i = begin; i < path_.size(); ++i) {
    Node& node = nodes_[static_cast<std::size_t>(path_[i])];
    const std::size_t from = static_cast<std::size_t>(node.row) * width;
    const double own = scores_[from + static_cast<std::size_t>(node.head)];
    for (std::size_t head = 0; head < width; ++head) {
      const double gain = scores_[from + head] - own;
      if (i > begin && !(gain > scores_[to + head])) continue;
      scores_[to + head] = gain;
      entries_[to + head] = entries_[from + head];
    }
    node.parent = tops_[static_cast<std::size_t>(path_[i])] = number;
  }
  path_.resize(begin);
  nodes_.push_back({.row = into});
  tops_.push_back(-1);
  return number;
}

std::vector<std::int32_t> spanning_trees(std::span<const float> scores, std::span<const std::int64_t> begin,
                                         bool single_root, std::size_t threads, const Interrupt& interrupt) {
  const auto refuse = [] { throw std::invalid_argument("the scores do not match the sentences"); };
  if (begin.empty() || begin.front() != 0) refuse();
  std::vector<std::size_t> first{0};
  for (std::size_t i = 1; i < begin.size(); ++i) {
    const auto words = static_cast<std::size_t>(begin[i] - begin[i - 1]);
    if (begin[i] < begin[i - 1] || words > scores.size()) refuse();
    first.push_back(first.back() + words * (words + 1));
  }
  if (first.back() != scores.size()) refuse();
  std::vector<std::int32_t> heads(static_cast<std::size_t>(begin.back()));
  parallel_for(
      first.size() - 1, threads,
      [&] {
        return [&, tree = std::make_shared<SpanningTree>()](std::size_t i) {
          const std::span<const float> own = scores.subspan(first[i], first[i + 1] - first[i]);
          if (!std::ranges::all_of(own, [](float score) { return std::isfinite(score); }))
            throw std::invalid_argument("a score is not finite");
          (*tree)(own, single_root,
                  std::span(heads).subspan(static_cast<std::size_t>(begin[i]),
                                           static_cast<std::size_t>(begin[i + 1] - begin[i])));
        };
      },
      interrupt);
  return heads;
}

}  // namespace dodona
