// All trees of a size, and random trees.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

namespace dodona {

using Heads = std::vector<std::int32_t>;

/// All assignments of heads to `words` words, trees or not.
template <class F>
void for_all_heads(std::int32_t words, F visit) {
  Heads heads(static_cast<std::size_t>(words), 0);
  for (;;) {
    visit(heads);
    std::size_t place = 0;
    while (place < heads.size() && heads[place] == words) heads[place++] = 0;
    if (place == heads.size()) return;
    ++heads[place];
  }
}

/// Whether `above` is `word` or one of its ancestors.
inline bool dominates(const Heads& heads, std::int32_t above, std::int32_t word) {
  for (std::size_t steps = 0; steps <= heads.size() + 1; ++steps) {
    if (word == above) return true;
    if (word == 0) return false;
    word = heads[static_cast<std::size_t>(word - 1)];
  }
  return false;
}

inline bool is_tree(const Heads& heads) {
  for (std::int32_t word = 1; word <= static_cast<std::int32_t>(heads.size()); ++word)
    if (!dominates(heads, 0, word)) return false;
  return true;
}

/// By the definition: the head of every arc dominates all words between its ends.
inline bool is_projective_tree(const Heads& heads) {
  if (!is_tree(heads)) return false;
  for (std::int32_t word = 1; word <= static_cast<std::int32_t>(heads.size()); ++word) {
    const std::int32_t head = heads[static_cast<std::size_t>(word - 1)];
    for (std::int32_t between = std::min(head, word) + 1; between < std::max(head, word); ++between)
      if (!dominates(heads, head, between)) return false;
  }
  return true;
}

inline bool has_one_root(const Heads& heads) { return std::ranges::count(heads, 0) == 1; }

template <class F>
void for_all_trees(std::int32_t words, F visit) {
  for_all_heads(words, [&](const Heads& heads) {
    if (is_tree(heads)) visit(heads);
  });
}

/// Every projective tree of up to this many words, without `single_root` and, if the tree has one root, with it.
template <class F>
void for_projective_trees(std::int32_t most_words, F visit) {
  for (std::int32_t words = 1; words <= most_words; ++words)
    for_all_trees(words, [&](const Heads& heads) {
      if (!is_projective_tree(heads)) return;
      visit(heads, false);
      if (has_one_root(heads)) visit(heads, true);
    });
}

/// Random choices that are the same with every standard library, whose distributions differ.
inline std::size_t below(std::size_t limit, std::mt19937& random) { return random() % limit; }
inline std::int32_t between(std::int32_t first, std::int32_t last, std::mt19937& random) {
  return first + static_cast<std::int32_t>(below(static_cast<std::size_t>(last - first + 1), random));
}
template <class T>
void shuffle(std::vector<T>& items, std::mt19937& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i, random)]);
}

/// A random projective tree, or one with a single root; the distribution is not uniform.
inline Heads random_projective_tree(std::int32_t words, std::mt19937& random, bool one_root = false) {
  Heads heads(static_cast<std::size_t>(words), 0);
  const auto fill = [&](auto&& self, std::int32_t from, std::int32_t to, std::int32_t head) -> void {
    while (from <= to) {  // a run of subtrees, each under `head`
      const bool alone = one_root && head == 0;
      const std::int32_t end = alone ? to : between(from, to, random);
      const std::int32_t top = between(from, end, random);
      heads[static_cast<std::size_t>(top - 1)] = head;
      self(self, from, top - 1, top);
      self(self, top + 1, end, top);
      from = end + 1;
    }
  };
  fill(fill, 1, words, 0);
  return heads;
}

/// A random tree; the distribution is not uniform. Each word is attached to the root or to a word attached before.
inline Heads random_tree(std::int32_t words, std::mt19937& random, bool one_root = false) {
  Heads order(static_cast<std::size_t>(words)), heads(static_cast<std::size_t>(words), 0);
  std::iota(order.begin(), order.end(), 1);
  shuffle(order, random);
  for (std::size_t i = 1; i < order.size(); ++i) {
    const std::size_t above = one_root ? 1 + below(i, random) : below(i + 1, random);
    heads[static_cast<std::size_t>(order[i] - 1)] = above == 0 ? 0 : order[above - 1];
  }
  return heads;
}

}  // namespace dodona
